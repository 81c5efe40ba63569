import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Who may import whom: a room imports itself and the rooms named here. */
const rooms: Record<string, string[]> = {
  contract: [],
  display: ['contract'],
  engine: ['contract'],
  server: ['contract', 'display', 'engine'],
  web: ['contract', 'display'],
};

/** Inside a room a place imports only places before it. Files at the top of a room count as places of their own. */
const order: Record<string, string[]> = {
  contract: [
    'language.ts',
    'shell.ts',
    'text.ts',
    'identifier.ts',
    'spreadsheet-text.ts',
    'unique-names.ts',
    'nearest.ts',
    'match.ts',
    'slips.ts',
    'finding.ts',
    'rules.ts',
    'query.ts',
    'date-part.ts',
    'decimal.ts',
    'days.ts',
    'empty-cells.ts',
    'calendar.ts',
    'slots.ts',
    'span.ts',
    'alignment.ts',
    'chart.ts',
    'data-errors.ts',
    'outside-errors.ts',
    'account-errors.ts',
    'import-errors.ts',
    'reading.ts',
    'reading-schemas.ts',
    'share-errors.ts',
    'sql-errors.ts',
    'errors.ts',
    'catalogue.ts',
    'acts.ts',
    'outcomes.ts',
    'route.ts',
    'queries.ts',
    'preference.ts',
    'preferences.ts',
    'accounts.ts',
    'security.ts',
    'members.ts',
    'passkeys.ts',
    'keys.ts',
    'access.ts',
    'installation.ts',
    'datasets.ts',
    'column-words.ts',
    'column-kinds.ts',
    'metrics.ts',
    'cells.ts',
    'applications.ts',
    'uses.ts',
    'column-types.ts',
    'imports.ts',
    'asks.ts',
    'address-filters.ts',
    'data-addresses.ts',
    'charts.ts',
    'dashboard.ts',
    'steps.ts',
    'anchor.ts',
    'point.ts',
    'counterpart.ts',
    'reach.ts',
    'dashboard-filters.ts',
    'dashboard-asks.ts',
    'dashboard-uses.ts',
    'dashboard-parts.ts',
    'dashboard-schemas.ts',
    'dashboards.ts',
    'runs.ts',
    'dashboard-exports.ts',
    'shares.ts',
    'alert.ts',
    'notifications.ts',
    'notice.ts',
    'search.ts',
    'channels.ts',
    'alerts.ts',
    'reports.ts',
    'changelog.ts',
    'system.ts',
    'audit.ts',
    'backups.ts',
    'storage.ts',
    'live.ts',
    'api.ts',
    'failures.ts',
  ],
  display: ['frame.ts', 'format', 'words', 'fill.ts', 'frames.ts', 'tables', 'charts'],
  engine: ['tables.ts', 'engine.ts', 'program.ts', 'files', 'events', 'sql', 'duckdb', 'testing'],
  server: [
    'root.ts',
    'config.ts',
    'context.ts',
    'repeat.ts',
    'database',
    'egress',
    'mail',
    'live',
    'preferences',
    'notifications',
    'channels',
    'installation',
    'accounts',
    'access',
    'members',
    'queue',
    'datasets',
    'applications',
    'imports',
    'ingestion',
    'queries',
    'charts',
    'dashboards',
    'data-address',
    'shares',
    'search',
    'alerts',
    'reports',
    'backups',
    'system',
    'audit',
    'jobs',
    'http',
    'product.ts',
    'main.ts',
    'commands',
    'testing',
  ],
  web: [
    'script',
    'shell',
    'http',
    'ui',
    'charts',
    'layouts',
    'access',
    'data-address',
    'auth',
    'application',
    'dashboard',
    'share',
    'home',
    'account',
    'changelog',
    'help',
    'ahead.ts',
    'routes.tsx',
    'main.tsx',
  ],
};

const notSource = /(\.test\.tsx?|\.json|\.css|\.svg|\.html)$|^(public|migrations)$/;

const listPlaces = (room: string) =>
  readdirSync(room).filter((name) => !notSource.test(name) && !name.endsWith('.d.ts'));

function listSources(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !notSource.test(name))
    .map((name) => path.join(place, name));
}

const placeOf = (file: string) => file.split(path.sep)[1]!;

/** Every import of a source file as [importer, imported], both as paths from the root. */
function listImports(file: string): [string, string][] {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map((match) => match[1]!);
  return names.map((name) => [
    file,
    name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name.replace(/\?.*$/, '')),
  ]);
}

const imports = Object.keys(rooms).flatMap((room) => listSources(room).flatMap(listImports));

test('a room imports only the rooms before it', () => {
  const wrong = imports.filter(([from, to]) => {
    const [a, b] = [from.split('/')[0]!, to.split('/')[0]!];
    return a !== b && b in rooms && !rooms[a]!.includes(b);
  });
  expect(wrong).toEqual([]);
});

test('inside a room a place imports only the places before it', () => {
  const wrong = imports.filter(([from, to]) => {
    const room = from.split('/')[0]!;
    if (to.split('/')[0] !== room || placeOf(from) === placeOf(to) || notSource.test(to)) return false;
    return order[room]!.indexOf(placeOf(to)) > order[room]!.indexOf(placeOf(from));
  });
  expect(wrong).toEqual([]);
});

test('every place of every room is in the table, and nothing else is', () => {
  for (const room of Object.keys(rooms)) expect(listPlaces(room).sort()).toEqual([...order[room]!].sort());
});

test('across places imports are by name, within a place by path', () => {
  const wrong = imports.filter(([from, to]) => {
    const text = readFileSync(from, 'utf8');
    const isInRoom = (to.split('/')[0] ?? '') in rooms;
    const crossing = isInRoom && placeOf(from) !== placeOf(to) && from.split('/').length > 2;
    return crossing && !text.includes(`'#${to}`);
  });
  expect(wrong).toEqual([]);
});

test('every import leads to a file', () => {
  const broken = imports.filter(([, to]) => !existsSync(to) && !to.startsWith('web/public'));
  expect(broken).toEqual([]);
});

test('each folder of each room has its line in ARCHITECTURE.md', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const folders = Object.entries(order).flatMap(([room, places]) =>
    places.filter((place) => !place.includes('.')).map((place) => `${room}/${place}/`),
  );
  expect(folders.filter((folder) => !text.includes(folder))).toEqual([]);
});
