import { isDay, momentOf } from '#domain/time/calendar.ts';
import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Language } from '#domain/language.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';
import type { Column, ComparisonOperator, Filter, Param, Scalar } from '#domain/query/query.ts';
import { uniqueNames } from '#domain/text/unique-names.ts';

/** Filters in a data address (a URL that returns data): column name, optionally with an operator, and values. */
export type AddressConditions = Record<string, string | string[]>;

type LabelledColumn = Column & { label: Record<Language, string> };

/** Zone of days and times without one, and language of the headers. */
export type AddressReader = { zone: string; language: Language };

const comparisons = {
  gte: 'at_least',
  gt: 'greater',
  lte: 'at_most',
  lt: 'less',
} as const satisfies Record<string, ComparisonOperator>;

/** Operators that may follow a column name and a dot; without one the filter is equality. */
export const addressOperators = ['gte', 'gt', 'lte', 'lt', 'ne', 'contains', 'empty'] as const;
type Operator = (typeof addressOperators)[number] | 'equals';

type NameMatch<T> = { match: T; operator: Operator };
type FindByName<T> = (name: string) => T | undefined;

const suffix = new RegExp(`^(.*)\\.(${addressOperators.join('|')})$`, 's');

/** Tries the whole name first, so that a column may be named like another one plus an operator. */
function findNamed<T>(written: string, find: FindByName<T>): NameMatch<T> | undefined {
  const whole = find(written);
  if (whole !== undefined) return { match: whole, operator: 'equals' };
  const [, name, operator] = suffix.exec(written) ?? [];
  const match = name === undefined ? undefined : find(name);
  return match === undefined ? undefined : { match, operator: operator as Operator };
}

/** Column headers in an exported file. */
const headersOf = (columns: LabelledColumn[], language: Language): string[] =>
  uniqueNames(columns.map(({ name, label }) => label[language] || name));

/**
 * A column matches by id first, so that every column can be named; then by header, name and its label in the other
 * language.
 */
function findColumn(columns: LabelledColumn[], { language }: AddressReader, written: string) {
  const headers = headersOf(columns, language);
  const other: Language = language === 'en_US' ? 'zh_CN' : 'en_US';
  const finders: FindByName<LabelledColumn>[] = [
    (name) => columns.find(({ id }) => id === name),
    (name) => columns[headers.indexOf(name)],
    (name) => columns.find((column) => column.name === name),
    (name) => columns.find(({ label }) => label[other] !== '' && label[other] === name),
  ];
  for (const find of finders) {
    const named = findNamed(written, find);
    if (named) return named;
  }
  throw unknownName(
    written,
    [...headers, ...columns.map(({ name }) => name), ...columns.map(({ label }) => label[other])].filter(Boolean),
  );
}

function unknownName(written: string, names: string[]): Problem {
  const [, name = written] = suffix.exec(written) ?? [];
  const value = name.slice(0, 100);
  const column = nearestOf(name, names);
  return column === undefined
    ? new Problem('filter_column_unknown', { value })
    : new Problem('filter_column_misspelt', { value, column });
}

/** An unescaped plus sign in a URL is a space; a time without a zone is local to the reader's zone. */
function momentIn(text: string, zone: string): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+ -]\d\d:?\d\d)?$/i.exec(text);
  if (!parts) return undefined;
  const [, date, time, offset] = parts;
  if (!isDay(date)) return undefined;
  const sign = offset?.toUpperCase().replace(' ', '+');
  const wall = Date.parse(`${date}T${time}${sign ?? 'Z'}`);
  if (Number.isNaN(wall)) return undefined;
  return new Date(sign ? wall : momentOf(wall, zone)).toISOString();
}

const booleans: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function numberIn(text: string): number | undefined {
  const value = Number(text);
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
  return number.test(text) && Number.isFinite(value) && isExact ? value : undefined;
}

function readValue(text: string, type: Column['type'], zone: string): NonNullable<Scalar> | undefined {
  if (type === 'integer' || type === 'number') return numberIn(text.trim());
  if (type === 'boolean') return booleans[text.trim().toLowerCase()];
  if (type === 'date') return isDay(text) ? text : undefined;
  if (type === 'time') return isDay(text) ? text : momentIn(text, zone);
  return text;
}

function valueIn(text: string, { name, type }: Pick<Column, 'name' | 'type'>, zone: string): NonNullable<Scalar> {
  const value = readValue(text, type, zone);
  if (value === undefined) throw new Problem('filter_value_invalid', { value: text.slice(0, 100), column: name });
  return value;
}

const listOf = (value: string | string[]) => (Array.isArray(value) ? value : [value]);

function filtersFor({ match, operator }: NameMatch<LabelledColumn>, texts: string[], zone: string): Filter[] {
  const column = match.id;
  if (operator === 'contains') {
    const filters = texts.map((value): Filter => ({ op: 'contains', column, value }));
    return filters.length === 1 ? filters : [{ op: 'any', filters }];
  }
  if (operator === 'empty')
    return texts.map((text) => ({
      op: valueIn(text, { name: `${match.name}.empty`, type: 'boolean' }, zone) ? 'empty' : 'filled',
      column,
    }));
  const values = texts.map((text) => valueIn(text, match, zone));
  if (operator === 'equals') return [{ op: 'in', column, values }];
  if (operator === 'ne') return [{ op: 'not_in', column, values }];
  return values.map((value) => ({ op: comparisons[operator], column, value }));
}

/** Filters on a dataset from a data address; a repeated parameter means any of its values. */
export const filtersOfAddress = (
  where: AddressConditions,
  columns: LabelledColumn[],
  reader: AddressReader,
): Filter[] =>
  Object.entries(where).flatMap(([written, value]) =>
    filtersFor(findColumn(columns, reader, written), listOf(value), reader.zone),
  );

/** SQL parameters with the values of a data address; SQL has no columns to filter, only parameters ($name). */
export function paramsOfAddress(where: AddressConditions, params: Param[], zone: string): Param[] {
  const set = new Map(
    Object.entries(where).map(([written, value]) => {
      const param = params.find(({ name }) => foldIdentifier(name) === foldIdentifier(written));
      if (!param)
        throw unknownName(
          written,
          params.map(({ name }) => name),
        );
      const [text, another] = listOf(value);
      if (text === undefined || another !== undefined)
        throw new Problem('filter_value_invalid', { value: (another ?? '').slice(0, 100), column: param.name });
      return [param, valueIn(text, param, zone)] as const;
    }),
  );
  return params.map((param) => (set.has(param) ? { ...param, value: set.get(param)! } : param));
}
