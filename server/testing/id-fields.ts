import { api, type ApiKey } from '#contract/api.ts';
import { idSchema, methodOf, pathOf } from '#contract/route.ts';
import { apiKeys } from './client.ts';
import { inputs, isDerived } from './malformed.ts';
import { definitionOf, fieldsOf } from './schema-fields.ts';

/** Ids of one resource of each kind that members own; trashed ones exist twice, to be restored and deleted. */
export type TestResources = Record<string, string> & { dataset: string; application: string; dashboard: string };

/** Text in all private resources, which must not be in responses to other members. */
export const marker = 'canary';
export const missingId = '00000000-0000-4000-8000-000000000000';

/** Kinds that are not private: shared by all, or looked up among the caller's own or by owners only. */
const openKinds = new Set(['member', 'channel', 'invitation', 'backup', 'group', 'own', 'card']);

/** Kinds of fields that are not named after the resource that they refer to. */
const kindByField: Record<string, string> = {
  to: 'member',
  parent: 'folder',
  related: 'related_dataset',
  relatedColumn: 'related_column',
};

/** `charts` to `chart`. */
const singularOf = (plural: string) => plural.replace(/s$/, '');

/**
 * Kind of resource that an id field refers to, by its name: `ask.dataset` is a dataset, `application.id` an application,
 * `folders.0` a folder, and `id` the resource whose right the route needs, else the one that its path names.
 */
export function kindAt(key: ApiKey, field: string): string {
  const route = api[key];
  const path = pathOf(key);
  const names = field.split('.').filter((name) => !/^\d+$/.test(name));
  const last = names.at(-1)!;
  if (last !== 'id') return kindByField[last] ?? (/\.\d+$/.test(field) ? singularOf(last) : last);
  if (names.length > 1) return singularOf(names.at(-2)!);
  if (path.startsWith('/me/')) return 'own';
  const kind = 'needs' in route ? route.needs.split(' ')[1]! : singularOf(path.split('/:')[0]!.split('/').at(-1)!);
  if (key.endsWith('/restore') && !path.includes('/versions/')) return `restored_${kind}`;
  return key.endsWith('/trash') ? `deleted_${kind}` : kind;
}

/** Routes that create a private resource: `POST` to its collection, with its id in the response. */
export function listCreators(): { key: ApiKey; kind: string }[] {
  const kinds = new Set(apiKeys.flatMap((key) => idFieldsOf(key).map((field) => kindAt(key, field))));
  return apiKeys
    .filter((key) => methodOf(key) === 'POST' && 'id' in (definitionOf(api[key].output).shape ?? {}))
    .map((key) => ({ key, kind: singularOf(pathOf(key).split('/').at(-1)!) }))
    .filter(({ kind }) => kinds.has(kind) && !openKinds.has(kind));
}

/** Inputs that are valid for existing resources, in place of the default inputs with placeholder ids. */
const validOverrides: Partial<Record<ApiKey, object>> = {
  'GET /search': { q: marker },
  'PUT /dashboards/:id/access': { everyone: 'edit', members: [] },
  'PUT /applications/:id/access': { everyone: 'edit', members: [] },
  'PUT /folders/:id/access': { everyone: 'edit', members: [] },
  'POST /uploads/:id/imports': { application: { id: 'nothing' } },
};

/** Id fields of a route's input: its parameters, and fields of its body with ids that do not exist. */
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
  if (isDerived(key)) fields.push(...listIdFields(key));
  else walk({ ...inputs[key], ...validOverrides[key] }, []);
  return [...new Set([...params, ...fields])];
}

/** Fields of a derived input that are ids by their schema: any other text is the same sample. */
function listIdFields(key: ApiKey): string[] {
  const isPresent = (path: string[]) =>
    path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], inputs[key]) !==
    undefined;
  return fieldsOf(api[key].input, inputs[key])
    .filter(({ schema, path }) => schema === idSchema && isPresent(path))
    .map(({ path }) => path.join('.'));
}

/** A valid input with an id in each field. */
export function inputOf(key: ApiKey, idFor: (field: string) => string): object {
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

/** Ids of resources by field. */
export const idsFrom = (resources: TestResources) => (key: ApiKey) => (field: string) => {
  const kind = kindAt(key, field);
  return resources[kind] ?? (openKinds.has(kind) ? missingId : unknown(key, field));
};

/** Throws for a new kind of resource, so that it is added to the access matrix. */
function unknown(key: ApiKey, field: string): never {
  const kind = kindAt(key, field);
  throw new Error(
    `${key} has an id at "${field}", but there is no test resource of the kind ${kind}: no route creates one, so create it in server/testing/resources.ts`,
  );
}
