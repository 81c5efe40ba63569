import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { listImports, listSources } from './architecture/sources.ts';

/** Layers and the layers that each may import, besides itself. */
const layers: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  display: ['domain', 'contract'],
  engine: ['domain', 'contract'],
  server: ['domain', 'contract', 'display', 'engine'],
  web: ['domain', 'contract', 'display'],
};

/**
 * Inside a layer a module imports only modules before it. A module is a folder, or a file at the top of its layer. A file
 * of a folder that is listed by its path is a module of its own: it comes before the rest of its folder.
 */
const order: Record<string, string[]> = {
  domain: ['language.ts', 'text', 'query', 'time', 'cells', 'columns', 'dashboard'],
  contract: [
    'shell.ts',
    'text.ts',
    'rules.ts',
    'queries/errors.ts',
    'queries/sql-errors.ts',
    'accounts/errors.ts',
    'channels/errors.ts',
    'imports/errors.ts',
    'shares/errors.ts',
    'feature-errors.ts',
    'errors.ts',
    'error-catalogue.ts',
    'error-groups.ts',
    'audit/areas.ts',
    'audit/shared-actions.ts',
    'route.ts',
    'live/event.ts',
    'queries',
    'preferences',
    'accounts',
    'access',
    'members',
    'installation',
    'datasets',
    'applications',
    'imports',
    'saved-charts',
    'dashboards',
    'data-address',
    'shares',
    'alerts',
    'notifications',
    'channels',
    'reports',
    'search',
    'changelog',
    'system',
    'backups',
    'live',
    'feature-routes.ts',
    'audit',
    'api.ts',
    'route-errors.ts',
  ],
  display: ['frame.ts', 'format', 'words', 'fill.ts', 'frames.ts', 'tables', 'charts'],
  engine: ['tables.ts', 'engine.ts', 'program.ts', 'files', 'events', 'sql', 'duckdb', 'testing'],
  server: [
    'root.ts',
    'config.ts',
    'context.ts',
    'hash.ts',
    'missing-file.ts',
    'database',
    'jobs',
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
    'execution',
    'queries',
    'saved-charts',
    'dashboards',
    'print',
    'data-address',
    'shares',
    'search',
    'alerts',
    'reports',
    'backups',
    'system',
    'audit',
    'maintenance',
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
    'grid',
    'charts',
    'layouts',
    'access',
    'data-address',
    'auth',
    'application',
    'alerts',
    'explore',
    'viewer',
    'reports',
    'shares',
    'dashboard',
    'share-page',
    'home',
    'account',
    'changelog',
    'help',
    'prefetch.ts',
    'routes.tsx',
    'main.tsx',
  ],
};

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isAsset = (file: string) => /\.(json|css|svg|html)$/.test(file);

const listModules = (layer: string) => listSources(layer).filter((file) => !isTest(file));

const layerOf = (file: string) => file.split(path.sep)[0]!;
const folderOf = (file: string) => file.split(path.sep)[1]!;

/** The module of a file within its layer: its own path if that is listed, else its folder. */
function moduleOf(file: string): string {
  const inLayer = file.slice(layerOf(file).length + 1);
  return order[layerOf(file)]!.includes(inLayer) ? inLayer : folderOf(file);
}

const sources = Object.keys(layers).flatMap(listModules);
const imports = sources.flatMap(listImports);

test('a layer imports only the layers before it', () => {
  const wrong = imports.filter(([from, to]) => {
    const [a, b] = [layerOf(from), layerOf(to)];
    return a !== b && b in layers && !layers[a]!.includes(b);
  });
  expect(wrong).toEqual([]);
});

test('inside a layer a module imports only the modules before it', () => {
  const wrong = imports.filter(([from, to]) => {
    const layer = layerOf(from);
    if (layerOf(to) !== layer || moduleOf(from) === moduleOf(to) || isAsset(to)) return false;
    return order[layer]!.indexOf(moduleOf(to)) > order[layer]!.indexOf(moduleOf(from));
  });
  expect(wrong).toEqual([]);
});

test('every module of every layer is listed, and nothing else is', () => {
  for (const layer of Object.keys(layers)) {
    const modules = new Set(listModules(layer).map(moduleOf));
    expect([...modules].sort()).toEqual([...order[layer]!].sort());
  }
});

test('imports between folders are by name, within a folder by path', () => {
  const wrong = imports.filter(([from, to]) => {
    const text = readFileSync(from, 'utf8');
    const isCrossing = layerOf(to) in layers && folderOf(from) !== folderOf(to) && from.split('/').length > 2;
    return isCrossing && !text.includes(`'#${to}`);
  });
  expect(wrong).toEqual([]);
});

test('every import leads to a file', () => {
  const broken = imports.filter(([, to]) => !existsSync(to) && !to.startsWith('web/public'));
  expect(broken).toEqual([]);
});

test('each folder of each layer has its line in ARCHITECTURE.md', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const folders = Object.entries(order).flatMap(([layer, modules]) =>
    modules.filter((module) => !module.includes('.')).map((module) => `${layer}/${module}/`),
  );
  expect(folders.filter((folder) => !text.includes(folder))).toEqual([]);
});

test('every path in ARCHITECTURE.md, CONTRIBUTING.md and the decisions exists', () => {
  const roots = new Set([...Object.keys(layers), 'bench', 'docs', 'e2e', 'scripts']);
  const decisions = readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);
  const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...decisions].flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map((match) => path.join(path.dirname(page), match[1]!));
    // Paths in backticks, from the root; one that ends with a slash is a folder.
    const mentions = [...text.matchAll(/`#?(\w[\w-]*\/[\w./-]*(?:\/|\.\w+))`/g)].map((match) => match[1]!);
    const paths = [...links, ...mentions.filter((mention) => roots.has(layerOf(mention)))];
    return paths.filter((each) => !existsSync(each)).map((each) => `${page}: ${each}`);
  });
  expect(missing).toEqual([]);
});
