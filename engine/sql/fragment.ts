import type { ColumnType, Scalar } from '#domain/query/query.ts';

/**
 * A value to bind as a parameter, which never becomes SQL text, a name for the dialect to quote, or SQL of a person. Only a
 * moment that the compiler computed may become text.
 */
type BoundPart =
  | { value: NonNullable<Scalar>; type: ColumnType; isMoment?: true }
  | { name: string }
  | { verbatim: string };

/** A piece of SQL. It is a tree that is joined once, when it is rendered: queries nest a dozen pieces deep. */
export type Fragment = { parts: readonly (string | BoundPart | Fragment)[]; isIndented?: true };
/** A fragment with its texts joined: values and names are between them, always one text more than those. */
type FlatFragment = { texts: string[]; bound: BoundPart[] };

const ofPart = (part: BoundPart): Fragment => ({ parts: [part] });

/** SQL text written by the compiler itself. */
export const raw = (text: string): Fragment => ({ parts: [text] });
export const integer = (value: number): Fragment => raw(String(Math.trunc(value)));

export const bind = (value: NonNullable<Scalar>, type: ColumnType): Fragment => ofPart({ value, type });
// Years from 1 to 9999, which engines can parse.
const earliest = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000;
const latest = Date.UTC(9999, 11, 31);
export const momentText = (moment: number) => new Date(Math.min(latest, Math.max(earliest, moment))).toISOString();

const bindComputed = (value: string, type: 'time' | 'date'): Fragment => ofPart({ value, type, isMoment: true });
/** An instant, and a day of the calendar, in milliseconds. */
export const bindMoment = (moment: number): Fragment => bindComputed(momentText(moment), 'time');
export const bindDay = (wall: number): Fragment => bindComputed(momentText(wall).slice(0, 10), 'date');
export const name = (text: string): Fragment => ofPart({ name: text });
/** SQL of a person, which is not indented: its texts may span lines. */
export const verbatim = (text: string): Fragment => ofPart({ verbatim: text });

/**
 * The name of a column inside a query. No id contains `#`, so it never equals the name of a result column: ClickHouse
 * and MySQL would take one for the other without an error.
 */
export const inner = (text: string): Fragment => name(`#${text}`);

/** SQL with nested fragments; values keep the order of the text, which dialects with `?` need. */
export function sql(strings: TemplateStringsArray, ...pieces: Fragment[]): Fragment {
  // Loops instead of array methods, here and below: this is called a thousand times per query.
  const parts: (string | Fragment)[] = [];
  for (const [index, text] of strings.entries()) {
    if (text !== '') parts.push(text);
    if (index < pieces.length) parts.push(pieces[index]!);
  }
  return { parts };
}

export function join(pieces: Fragment[], between: string): Fragment {
  return { parts: pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])) };
}

/** Indents every line but the first. */
export const indent = (fragment: Fragment): Fragment => ({ parts: [fragment], isIndented: true });

export function flatten(fragment: Fragment): FlatFragment {
  const flat: FlatFragment = { texts: [''], bound: [] };
  append(flat, fragment, '\n');
  return flat;
}

function append(flat: FlatFragment, { parts, isIndented }: Fragment, lineBreak: string): void {
  const ownBreak = isIndented ? `${lineBreak}  ` : lineBreak;
  for (const part of parts) {
    if (typeof part === 'string')
      flat.texts[flat.texts.length - 1] += part.includes('\n') ? part.replaceAll('\n', ownBreak) : part;
    else if ('parts' in part) append(flat, part, ownBreak);
    else {
      flat.bound.push(part);
      flat.texts.push('');
    }
  }
}

type LiteralDialect = {
  quote: (name: string) => string;
  literal: (value: NonNullable<Scalar>, type: ColumnType) => string;
};

/** The SQL text with its values in it. */
export function renderLiterals(fragment: Fragment, { quote, literal }: LiteralDialect): string {
  const { texts, bound } = flatten(fragment);
  const spelled = bound.map((each) => {
    if ('name' in each) return quote(each.name);
    return 'verbatim' in each ? each.verbatim : literal(each.value, each.type);
  });
  return texts.map((text, index) => text + (spelled[index] ?? '')).join('');
}

type FragmentDialect = {
  quote: (name: string) => string;
  placeholder: (number: number, type: ColumnType) => string;
  momentLiteral?: LiteralDialect['literal'];
};

/** The SQL text with a placeholder for each value, and the values. */
export function render(
  fragment: Fragment,
  { quote, placeholder, momentLiteral }: FragmentDialect,
): { sql: string; params: Scalar[] } {
  const { texts, bound } = flatten(fragment);
  const params: Scalar[] = [];
  const spelled = bound.map((each) => {
    if ('name' in each) return quote(each.name);
    if ('verbatim' in each) return each.verbatim;
    if (each.isMoment && momentLiteral) return momentLiteral(each.value, each.type);
    params.push(each.value);
    return placeholder(params.length, each.type);
  });
  return { sql: texts.map((text, index) => text + (spelled[index] ?? '')).join(''), params };
}
