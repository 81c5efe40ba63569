import { z } from 'zod';

import { api, type ApiKey } from '#contract/api.ts';

/** What a JSON schema says of one value, as far as extremes of it need it. */
type Schema = {
  type?: string;
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
type Path = (string | number)[];

const numbers = [
  -1,
  0,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  1e19,
  1e308,
  -(2 ** 31) - 1,
  -(2 ** 53),
];
const texts = ['', ' ', 'a\0b', '\ud800', '"\'`\\;--', '99999999999999999999', '-1', '1e308', '\u{1f680}'.repeat(2000)];

const near = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]);
const lengths = (bound: number | undefined) => near(bound).filter((length) => length >= 0 && length <= 200_000);

/** Inputs of a route with one value at a time at, or beyond, the extremes of its schema; `seen` spans all routes. */
export function extremesOf(key: ApiKey, input: object, seen: Set<string>): { name: string; input: object }[] {
  const root = z.toJSONSchema(api[key].input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const found: { name: string; input: object }[] = [];

  function visit(given: Schema, path: Path, base: object): void {
    const schema = resolve(root, given);
    const text = JSON.stringify(schema);
    // What lies deep is the same in many places: once is enough.
    const place = path.length > 2 ? `${path.at(-1)} ${text}` : `${key} ${path.join('.')} ${text}`;
    if (seen.has(place) || path.length > 12) return;
    seen.add(place);
    for (const value of valuesOf(root, schema))
      found.push({ name: `${path.join('.')} = ${shortOf(value)}`, input: put(base, path, value) });
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    for (const branch of branches) visit(branch, path, within(root, { schema: branch, path, base }));
    const here = at(base, path);
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const next = [...path, name];
      visit(part, next, at(base, next) === undefined ? put(base, next, sampleOf(root, part)) : base);
    }
    if (schema.items) {
      const filled = Array.isArray(here) && here.length > 0 ? base : put(base, path, [sampleOf(root, schema.items)]);
      visit(schema.items, [...path, 0], filled);
    }
  }

  visit(root, [], input);
  return found;
}

/** Puts a sample of a branch where the input has another one. */
function within(root: Schema, { schema, path, base }: { schema: Schema; path: Path; base: object }): object {
  const branch = resolve(root, schema);
  const kind = branch.properties?.['kind']?.const;
  const here = at(base, path) as { kind?: unknown } | undefined;
  const isSame = typeof here === 'object' && here !== null && (kind === undefined || here.kind === kind);
  return isSame && branch.type !== 'string' && branch.type !== 'number'
    ? base
    : put(base, path, sampleOf(root, branch));
}

function valuesOf(root: Schema, schema: Schema): unknown[] {
  if (schema.type === 'number' || schema.type === 'integer')
    return [...new Set([...numbers, ...near(schema.minimum), ...near(schema.maximum)])];
  if (schema.type === 'string' && schema.const === undefined && !schema.enum)
    return [
      ...texts,
      ...[...lengths(schema.minLength), ...lengths(schema.maxLength)].map((length) => 'x'.repeat(length)),
    ];
  if (schema.type !== 'array') return [];
  const item = sampleOf(root, schema.items ?? {});
  return [...lengths(schema.minItems), ...lengths(schema.maxItems), 0, 3000]
    .filter((length) => length <= 10_000)
    .map((length) => Array.from({ length }, () => item));
}

function sampleOf(root: Schema, given: Schema, depth = 0): unknown {
  const schema = resolve(root, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [branch] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (branch && depth < 8) return sampleOf(root, branch, depth + 1);
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleOf(root, schema.properties![name] ?? {}, depth + 1)]),
    );
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(root, schema.items ?? {}, depth + 1));
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  return schema.type === 'boolean' ? true : schema.type === 'null' ? null : 'c_1';
}

function resolve(root: Schema, schema: Schema): Schema {
  if (!schema.$ref) return schema;
  if (schema.$ref === '#') return root;
  const named = schema.$ref.split('/').slice(1);
  return resolve(
    root,
    named.reduce((place, name) => (place as Record<string, Schema>)[name] as Schema, root),
  );
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((here, part) => (here as Record<string | number, unknown> | null | undefined)?.[part], value);

function put(base: object, path: Path, value: unknown): object {
  if (path.length === 0) return base;
  const copy = structuredClone(base) as Record<string | number, unknown>;
  let place = copy;
  for (const [index, part] of path.slice(0, -1).entries()) {
    const next = place[part];
    if (typeof next !== 'object' || next === null) place[part] = typeof path[index + 1] === 'number' ? [] : {};
    place = place[part] as Record<string | number, unknown>;
  }
  place[path.at(-1)!] = value;
  return copy;
}

const shortOf = (value: unknown) =>
  `${JSON.stringify(value).slice(0, 40)}${Array.isArray(value) ? ` × ${value.length}` : ''}`;
