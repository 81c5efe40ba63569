import { api, type ApiKey } from '#contract/api.ts';
import { pathOf } from '#contract/route.ts';
import { inputs } from './malformed.ts';
import type { TestResources } from './resources.ts';

/** Marker in everything that others may not see. */
export const marker = 'canary';
export const missingId = '00000000-0000-4000-8000-000000000000';

/**
 * Kind of resource that an id field refers to. New id fields must be added here, so that the access matrix covers them.
 */
export function resourceAt(key: ApiKey, field: string): string {
  const route = api[key];
  const needed = 'needs' in route ? route.needs.split(' ')[1]! : undefined;
  const resourceByField: Record<string, string> = {
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
    // All members may see the names of members.
    'members.0.id': 'person',
    to: 'person',
    'recipients.0.member': 'person',
  };
  if (field !== 'id') return resourceByField[field] ?? unknown(key, field);
  if (needed && key.endsWith('/restore') && !key.includes('/versions/')) return `restored_${needed}`;
  if (needed && key.endsWith('/trash')) return `deleted_${needed}`;
  if (needed) return needed;
  const own: Record<string, string> = {
    '/sessions': 'session',
    '/exports': 'export',
    // Looked up among the caller's own only.
    '/me/passkeys': 'mine',
    '/me/providers': 'mine',
    '/me/keys': 'mine',
    '/alerts': 'alert',
    '/reports': 'report',
    '/shares': 'share',
    // Shared by all editors.
    '/channels': 'channel',
    // For the owner only, who may see everything.
    '/members': 'person',
    '/invitations': 'person',
    '/backups': 'backup',
  };
  return own[pathOf(key).split('/:')[0]!] ?? unknown(key, field);
}

function unknown(key: ApiKey, field: string): never {
  throw new Error(`${key} has an id at "${field}" that the matrix does not know: what may be there, and for whom?`);
}

/** Inputs that are valid for existing resources, in place of the default inputs with placeholder ids. */
const validOverrides: Partial<Record<ApiKey, object>> = {
  'GET /search': { q: marker },
  'PUT /dashboards/:id/access': { everyone: 'edit', members: [] },
  'PUT /applications/:id/access': { everyone: 'edit', members: [] },
  'POST /uploads/:id/imports': { application: { id: 'nothing' } },
};

/** Id fields of a route's input: its parameters, and fields that malformed.ts fills with ids that do not exist. */
export function idFieldsOf(key: ApiKey): string[] {
  const params = [...pathOf(key).matchAll(/:(\w+)/g)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'number' && name !== 'format');
  const fields: string[] = [];
  const walk = (value: unknown, path: string[]) => {
    if (value === 'nothing' || value === 'nobody') fields.push(path.join('.'));
    if (typeof value === 'object' && value)
      for (const [name, part] of Object.entries(value)) walk(part, [...path, name]);
  };
  walk({ ...inputs[key], ...validOverrides[key] }, []);
  return [...new Set([...params, ...fields])];
}

/** A valid input with an id in each field. */
export function inputOf(key: ApiKey, idFor: (place: string) => string): object {
  const input = structuredClone({ ...inputs[key], ...validOverrides[key] }) as Record<string, unknown>;
  for (const field of idFieldsOf(key)) {
    const path = field.split('.');
    const last = path.pop()!;
    let at = input;
    for (const part of path) at = (at[part] ?? {}) as Record<string, unknown>;
    at[last] = idFor(field);
  }
  return input;
}

/** Ids of someone's resources by field. */
export const idsFrom = (resources: TestResources) => (key: ApiKey) => (field: string) =>
  resources[resourceAt(key, field)] ?? missingId;
