import { definitionOf, type SchemaField, sampleOf, type ZodSchema } from './schema-fields.ts';

/** An edge-case value and its name. */
export type ExtremeValue = { name: string; value: unknown };

/** A number literal that JavaScript would serialize differently. */
class RawNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON = () => `raw number ${this.text}`;
  toString = () => this.text;
}

/** JSON with raw numbers. */
export const jsonOf = (value: unknown) => JSON.stringify(value).replaceAll(/"raw number ([^"]*)"/g, '$1');

/** Values that no field accepts: they are never intended, or the database cannot store them. */
export const neverAccepted = new Set(['a long text', 'a NUL', 'a lone surrogate']);

const texts: Record<string, string> = {
  'a long text': 'x'.repeat(100_001),
  'only spaces': ' \t\n\u3000 ',
  'only direction marks': '\u202e\u200f\u2066',
  'text with direction overrides': ' ab\u202edc\u2067 ',
  'a NUL': 'a\0b',
  'a lone surrogate': 'a\ud800b',
  'text with a special meaning in HTML, SQL or templates': `<img src=x onerror=alert(1)>"'; drop table members; --%_\\{{x}}\${x}`,
  'an empty text': '',
  'letters with unusual lower case, and an emoji sequence':
    '\u212a\u0130\u1e9e\ufb03\u{1f469}\u200d\u{1f467}\u{1f3fd}e\u0301',
};
const numbers = [
  0,
  -1,
  new RawNumber('-0'),
  0.1 + 0.2,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  1e308,
  new RawNumber('1e400'),
  1e-320,
];
const extremeDays = ['0000-01-01', '0001-01-01', '9999-12-31', '2024-02-30', '2023-02-29', '0000-00-00'];
const moments = ['T00:00:00Z', 'T23:59:59.999999999+23:59', 'T24:00:00Z'];
const times = [
  ...extremeDays.flatMap((day) => moments.map((moment) => `${day}${moment}`)),
  '+275760-09-13T00:00:00.001Z',
];

/** Edge cases of a field by its type and bounds, followed by values of other types. */
export function extremesOf(leaf: SchemaField): ExtremeValue[] {
  const { kind, schema } = leaf;
  const own = { text: textsOf, number: numbersOf, list: listsOf, boolean: () => [], choice: () => [] }[kind](schema);
  const days = kind === 'text' && isValue(leaf) ? extremeDays.slice(0, 3).map(named) : [];
  return [...own, ...days, ...(kind === 'boolean' ? [1, 'true'] : [true]).map(named), named(null)];
}

/** Whether it is a filter value, which may have the type of any column. */
const isValue = ({ path }: SchemaField) =>
  ['value', 'values', 'from', 'to'].includes(path.findLast((part) => part !== '0') ?? '');

const named = (value: unknown): ExtremeValue => ({
  name: value instanceof RawNumber ? value.text : JSON.stringify(value),
  value,
});

function textsOf(schema: ZodSchema): ExtremeValue[] {
  const { maximum, format } = schema._zod.bag as { maximum?: number; format?: string };
  const sample = format === undefined ? '' : String(sampleOf(schema));
  const dates = sample.includes('T') ? times : /^\d{4}-/.test(sample) ? extremeDays : [];
  const bounds = maximum === undefined || maximum > 20_000 ? [] : [maximum, maximum + 1];
  return [
    ...Object.entries(texts).map(([name, value]) => ({ name, value })),
    ...dates.map(named),
    ...bounds.map((length) => ({ name: `${length} characters`, value: ideographs(length) })),
  ];
}

/** Text of three bytes per character that cannot be compressed. */
function ideographs(length: number): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return String.fromCodePoint(0x4e00 + ((state >>> 16) % 20_000));
  }).join('');
}

function numbersOf(schema: ZodSchema): ExtremeValue[] {
  const { minimum, maximum } = schema._zod.bag as { minimum?: number; maximum?: number };
  const bounds = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]));
  return [...new Set<unknown>([...numbers, ...bounds])].map(named);
}

function listsOf(schema: ZodSchema): ExtremeValue[] {
  const { maximum } = schema._zod.bag as { maximum?: number };
  const item = sampleOf(definitionOf(schema).element);
  const lengths = maximum === undefined ? [0, 2, 1000] : [0, 2, maximum, maximum + 1];
  return lengths
    .filter((length) => length <= 20_000)
    .map((length) => ({ name: `${length} of the same`, value: Array.from({ length }, () => item) }));
}
