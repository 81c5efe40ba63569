import type { z } from 'zod';

export type Schema = z.core.$ZodType;
type Put = (part: unknown) => unknown;

/** A place in an input where one value stands, and the input with another value in that place. */
export type Leaf = { kind: LeafKind; schema: Schema; path: string[]; put: Put };
type LeafKind = 'text' | 'number' | 'boolean' | 'choice' | 'list';

type At = { value: unknown; path: string[]; put: Put; depth: number };

/** How often a schema that holds itself is followed. */
const deepest = 2;

/** Something that a plain schema of text takes. */
const samples = [
  'nothing',
  'c_1',
  'a'.repeat(43),
  'a'.repeat(92),
  'new@example.com',
  'https://example.com',
  'Asia/Shanghai',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01',
  '09:00',
  '000000',
  '#123456',
  'AAAA',
];

type Definition = {
  type: string;
  shape: Record<string, Schema>;
  element: Schema;
  innerType: Schema;
  options: Schema[];
  left: Schema;
  right: Schema;
  valueType: Schema;
  items: Schema[];
  getter: () => Schema;
  in: Schema;
  values: unknown[];
  entries: Record<string, unknown>;
};
export const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;
export const takes = (schema: Schema, value: unknown) => (schema as z.ZodType).safeParse(value).success;
const inner = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch']);

const kinds: Record<string, LeafKind> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  enum: 'choice',
  literal: 'choice',
};

/** Every place of an input where a value may stand, those too that this input does not show. */
export const leavesOf = (schema: z.ZodType, value: unknown): Leaf[] =>
  walk(schema, { value, path: [], put: (part) => part, depth: 0 });

function walk(schema: Schema, at: At): Leaf[] {
  const definition = definitionOf(schema);
  if (at.depth > deepest) return [];
  const below = (child: Schema, more: Partial<At> = {}) => walk(child, { ...at, ...more });
  const kind = kinds[definition.type];
  if (kind) return [{ kind, schema, path: at.path, put: at.put }];
  if (inner.has(definition.type)) return below(definition.innerType);
  if (definition.type === 'lazy') return below(definition.getter(), { depth: at.depth + 1 });
  if (definition.type === 'pipe') return below(definition.in);
  if (definition.type === 'intersection') return [...below(definition.left), ...below(definition.right)];
  if (definition.type === 'union')
    return definition.options.flatMap((option) =>
      below(option, takes(option, at.value) ? {} : { value: sampleOf(option) }),
    );
  const list: Leaf[] = definition.type === 'array' ? [{ kind: 'list', schema, path: at.path, put: at.put }] : [];
  const parts = partsOf(definition, at.value ?? sampleOf(schema)).flatMap(([name, child, part, putPart]) =>
    below(child, { value: part ?? sampleOf(child), path: [...at.path, name], put: (text) => at.put(putPart(text)) }),
  );
  return [...list, ...parts];
}

type Part = [name: string, schema: Schema, value: unknown, put: Put];

/** What an object, a list or a table holds. */
function partsOf({ type, shape, element, items, valueType }: Definition, value: unknown): Part[] {
  const held = (value ?? {}) as Record<string, unknown>;
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  if (type === 'object')
    return Object.entries(shape).map(([name, child]) => [
      name,
      child,
      held[name],
      (part) => ({ ...held, [name]: part }),
    ]);
  if (type === 'array') return [['0', element, list[0], (part) => [part, ...list.slice(1)]]];
  if (type === 'tuple')
    return items.map((item, place) => [String(place), item, list[place], (part) => list.with(place, part)]);
  if (type !== 'record') return [];
  const [key = 'nothing'] = Object.keys(held);
  return [
    [
      'key',
      { _zod: { def: { type: 'string' }, bag: {} } } as unknown as Schema,
      key,
      (part) => ({ [String(part)]: held[key] ?? 'x' }),
    ],
    [key, valueType, held[key], (part) => ({ ...held, [key]: part })],
  ];
}

/** The least that a schema takes. */
export function sampleOf(schema: Schema, depth = 0): unknown {
  const definition = definitionOf(schema);
  if (depth > deepest) return undefined;
  const { type, shape, items, options, values, entries } = definition;
  const below = (child: Schema) => sampleOf(child, depth);
  if (type === 'string') return samples.find((sample) => takes(schema, sample)) ?? 'a text that is long enough';
  if (type === 'number') return [0, 1, 5, 30, 365].find((number) => takes(schema, number)) ?? 1;
  if (type === 'boolean') return true;
  if (type === 'literal') return values[0];
  if (type === 'enum') return Object.values(entries)[0];
  if (type === 'null') return null;
  if (type === 'array') return takes(schema, []) ? [] : [below(definition.element)];
  if (type === 'record') return {};
  if (type === 'tuple') return items.map(below);
  if (type === 'object') return Object.fromEntries(Object.entries(shape).map(([name, child]) => [name, below(child)]));
  if (type === 'union') return below(options.find((option) => !isDeep(option)) ?? options[0]!);
  if (type === 'lazy') return sampleOf(definition.getter(), depth + 1);
  if (type === 'pipe') return below(definition.in);
  if (type === 'intersection') return { ...(below(definition.left) as object), ...(below(definition.right) as object) };
  if (inner.has(type)) return below(definition.innerType);
  return undefined;
}

const isDeep = (schema: Schema) => definitionOf(schema).type === 'lazy';
