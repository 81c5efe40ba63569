import type { ColumnType, Scalar } from '#domain/query/query.ts';

/** A value to bind as a parameter, which never becomes SQL text, a name for the dialect to quote, or SQL of a person. */
type BoundPart = { value: NonNullable<Scalar>; type: ColumnType } | { name: string } | { verbatim: string };

/** A piece of SQL: texts with values and names between them, always one text more than those. */
export type Fragment = { texts: string[]; bound: BoundPart[] };

/** SQL text written by the compiler itself. */
export const raw = (text: string): Fragment => ({ texts: [text], bound: [] });
export const integer = (value: number): Fragment => raw(String(Math.trunc(value)));

export const bind = (value: NonNullable<Scalar>, type: ColumnType): Fragment => ({
  texts: ['', ''],
  bound: [{ value, type }],
});
export const name = (text: string): Fragment => ({ texts: ['', ''], bound: [{ name: text }] });
/** SQL of a person, which is not indented: its texts may span lines. */
export const verbatim = (text: string): Fragment => ({ texts: ['', ''], bound: [{ verbatim: text }] });

/**
 * The name of a column inside a query. No id contains `#`, so it never equals the name of a result column: ClickHouse
 * and MySQL would take one for the other without an error.
 */
export const inner = (text: string): Fragment => name(`#${text}`);

/** SQL with nested fragments; values keep the order of the text, which dialects with `?` need. */
export function sql(strings: TemplateStringsArray, ...pieces: Fragment[]): Fragment {
  return concat(strings.flatMap((text, index) => [raw(text), ...pieces.slice(index, index + 1)]));
}

export function join(pieces: Fragment[], between: string): Fragment {
  return concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [raw(between), piece])));
}

/** Indents every line but the first. */
export const indent = ({ texts, bound }: Fragment): Fragment => ({
  texts: texts.map((text) => text.replaceAll('\n', '\n  ')),
  bound,
});

function concat(pieces: Fragment[]): Fragment {
  const texts = [''];
  for (const piece of pieces) {
    texts.push(texts.pop()! + piece.texts[0]!);
    texts.push(...piece.texts.slice(1));
  }
  return { texts, bound: pieces.flatMap(({ bound }) => bound) };
}

type LiteralDialect = {
  quote: (name: string) => string;
  literal: (value: NonNullable<Scalar>, type: ColumnType) => string;
};

/** The SQL text with its values in it. */
export function renderLiterals({ texts, bound }: Fragment, { quote, literal }: LiteralDialect): string {
  const spelled = bound.map((each) => {
    if ('name' in each) return quote(each.name);
    return 'verbatim' in each ? each.verbatim : literal(each.value, each.type);
  });
  return texts.map((text, index) => text + (spelled[index] ?? '')).join('');
}

type FragmentDialect = { quote: (name: string) => string; placeholder: (number: number, type: ColumnType) => string };

/** The SQL text with a placeholder for each value, and the values. */
export function render(
  { texts, bound }: Fragment,
  { quote, placeholder }: FragmentDialect,
): { sql: string; params: Scalar[] } {
  const params: Scalar[] = [];
  const spelled = bound.map((each) => {
    if ('name' in each) return quote(each.name);
    if ('verbatim' in each) return each.verbatim;
    params.push(each.value);
    return placeholder(params.length, each.type);
  });
  return { sql: texts.map((text, index) => text + (spelled[index] ?? '')).join(''), params };
}
