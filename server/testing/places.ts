import { api, type ApiKey } from '#contract/api.ts';
import { pathOf } from '#contract/route.ts';
import { inputs } from './malformed.ts';
import type { Things } from './things.ts';

/** The word by which what nobody else may see is known. */
export const word = 'canary';
export const missing = '00000000-0000-4000-8000-000000000000';

/** What the id in a place names. A new place has to be told here, or nobody knows that it is looked after. */
export function thingAt(key: ApiKey, place: string): string {
  const route = api[key];
  const needed = 'needs' in route ? route.needs.split(' ')[1]! : undefined;
  const known: Record<string, string> = {
    column: 'column',
    card: 'card',
    key: 'key',
    metric: 'metric',
    view: 'view',
    share: 'share',
    dataset: 'dataset',
    'application.id': 'application',
    'ask.dataset': 'dataset',
    'watch.dataset': 'dataset',
    'origin.dashboard': 'dashboard',
    'chart.ask.dataset': 'dataset',
    'change.column': 'column',
    'change.metric': 'metric',
    // Members are known to all by name.
    'members.0.id': 'person',
    to: 'person',
    'recipients.0.member': 'person',
  };
  if (place !== 'id') return known[place] ?? unknown(key, place);
  if (needed && key.endsWith('/restore') && !key.includes('/versions/')) return `restored_${needed}`;
  if (needed && key.endsWith('/trash')) return `deleted_${needed}`;
  if (needed) return needed;
  const own: Record<string, string> = {
    '/sessions': 'session',
    '/exports': 'export',
    // Looked for among one's own alone.
    '/me/passkeys': 'mine',
    '/me/providers': 'mine',
    '/me/keys': 'mine',
    '/alerts': 'alert',
    '/reports': 'report',
    '/shares': 'share',
    // All editors have the same ones.
    '/channels': 'channel',
    // Only for the owner, whom nothing is hidden from.
    '/members': 'person',
    '/invitations': 'person',
    '/backups': 'backup',
  };
  return own[pathOf(key).split('/:')[0]!] ?? unknown(key, place);
}

function unknown(key: ApiKey, place: string): never {
  throw new Error(`${key} has an id at "${place}" that the matrix does not know: what may be there, and for whom?`);
}

/** Inputs that are right for things that are there, where the plain ones are about nothing. */
const better: Partial<Record<ApiKey, object>> = {
  'GET /search': { q: word },
  'PUT /dashboards/:id/access': { everyone: 'edit', members: [] },
  'PUT /applications/:id/access': { everyone: 'edit', members: [] },
  'POST /uploads/:id/imports': { application: { id: 'nothing' } },
};

/** The places of a route's input that hold ids: its parameters, and what malformed.ts gives as nothing or nobody. */
export function placesOf(key: ApiKey): string[] {
  const params = [...pathOf(key).matchAll(/:(\w+)/g)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'number' && name !== 'format');
  const found: string[] = [];
  const walk = (value: unknown, path: string[]) => {
    if (value === 'nothing' || value === 'nobody') found.push(path.join('.'));
    if (typeof value === 'object' && value)
      for (const [name, part] of Object.entries(value)) walk(part, [...path, name]);
  };
  walk({ ...inputs[key], ...better[key] }, []);
  return [...new Set([...params, ...found])];
}

/** A right input, with an id in each place. */
export function inputOf(key: ApiKey, idAt: (place: string) => string): object {
  const input = structuredClone({ ...inputs[key], ...better[key] }) as Record<string, unknown>;
  for (const place of placesOf(key)) {
    const path = place.split('.');
    const last = path.pop()!;
    let at = input;
    for (const part of path) at = (at[part] ?? {}) as Record<string, unknown>;
    at[last] = idAt(place);
  }
  return input;
}

/** The ids of someone's things, each in its place. */
export const idIn = (things: Things) => (key: ApiKey) => (place: string) => things[thingAt(key, place)] ?? missing;
