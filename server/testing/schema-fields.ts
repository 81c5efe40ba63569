import type { z } from 'zod';

export type ZodSchema = z.core.$ZodType;
type PutValue = (part: unknown) => unknown;

/** A field of an input, and a function that returns the input with another value in it. */
export type SchemaField = { kind: FieldKind; schema: ZodSchema; path: string[]; put: PutValue };
type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'list';

type WalkPosition = { value: unknown; path: string[]; put: PutValue; depth: number };

/** Maximum recursion into a recursive schema. */
const maxDepth = 2;

/** Sample texts for string schemas. */
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

type SchemaDefinition = {
  type: string;
  shape: Record<string, ZodSchema>;
  element: ZodSchema;
  innerType: ZodSchema;
  options: ZodSchema[];
  left: ZodSchema;
  right: ZodSchema;
  valueType: ZodSchema;
  items: ZodSchema[];
  getter: () => ZodSchema;
  in: ZodSchema;
  values: unknown[];
  entries: Record<string, unknown>;
};
export const definitionOf = (schema: ZodSchema) => schema._zod.def as unknown as SchemaDefinition;
export const takes = (schema: ZodSchema, value: unknown) => (schema as z.ZodType).safeParse(value).success;
const inner = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch']);

const kinds: Record<string, FieldKind> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  enum: 'choice',
  literal: 'choice',
};

/** All fields of an input, including optional ones that it does not contain. */
export const fieldsOf = (schema: z.ZodType, value: unknown): SchemaField[] =>
  walk(schema, { value, path: [], put: (part) => part, depth: 0 });

function walk(schema: ZodSchema, at: WalkPosition): SchemaField[] {
  const definition = definitionOf(schema);
  if (at.depth > maxDepth) return [];
  const below = (child: ZodSchema, more: Partial<WalkPosition> = {}) => walk(child, { ...at, ...more });
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
  const list: SchemaField[] = definition.type === 'array' ? [{ kind: 'list', schema, path: at.path, put: at.put }] : [];
  const parts = partsOf(definition, at.value ?? sampleOf(schema)).flatMap(([name, child, part, putPart]) =>
    below(child, { value: part ?? sampleOf(child), path: [...at.path, name], put: (text) => at.put(putPart(text)) }),
  );
  return [...list, ...parts];
}

type SchemaPart = [name: string, schema: ZodSchema, value: unknown, put: PutValue];

/** Children of an object, array, tuple or record. */
function partsOf({ type, shape, element, items, valueType }: SchemaDefinition, value: unknown): SchemaPart[] {
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
    return items.map((item, index) => [String(index), item, list[index], (part) => list.with(index, part)]);
  if (type !== 'record') return [];
  const [key = 'nothing'] = Object.keys(held);
  return [
    [
      'key',
      { _zod: { def: { type: 'string' }, bag: {} } } as unknown as ZodSchema,
      key,
      (part) => ({ [String(part)]: held[key] ?? 'x' }),
    ],
    [key, valueType, held[key], (part) => ({ ...held, [key]: part })],
  ];
}

/** Smallest value that a schema accepts. */
export function sampleOf(schema: ZodSchema, depth = 0): unknown {
  const definition = definitionOf(schema);
  if (depth > maxDepth) return undefined;
  const { type, shape, items, options, values, entries } = definition;
  const below = (child: ZodSchema) => sampleOf(child, depth);
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

const isDeep = (schema: ZodSchema) => definitionOf(schema).type === 'lazy';
