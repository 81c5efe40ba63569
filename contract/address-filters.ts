import { momentOf } from './calendar.ts';
import { Problem } from './errors.ts';
import { foldIdentifier } from './identifier.ts';
import type { Language } from './language.ts';
import { nearestOf } from './nearest.ts';
import type { Column, Comparison, Filter, Param, Scalar } from './query.ts';
import { uniqueNames } from './unique-names.ts';

/** Conditions of an address: the name of a column, maybe with an operator, and its values. */
export type Where = Record<string, string | string[]>;

type LabelledColumn = Column & { label: Record<Language, string> };

/** What days and times without a zone are read in, and the language of the headers. */
export type AddressReader = { zone: string; language: Language };

const comparisons = {
  gte: 'at_least',
  gt: 'greater',
  lte: 'at_most',
  lt: 'less',
} as const satisfies Record<string, Comparison>;

/** What can stand after the name of a column and a dot; without any of them it must be equal. */
export const addressOperators = ['gte', 'gt', 'lte', 'lt', 'ne', 'contains', 'empty'] as const;
type Operator = (typeof addressOperators)[number] | 'equals';

type Named<T> = { found: T; operator: Operator };
type Find<T> = (name: string) => T | undefined;

const suffix = new RegExp(`^(.*)\\.(${addressOperators.join('|')})$`, 's');

/** The name as a whole first, so that a column may be called like another one with an operator. */
function findNamed<T>(written: string, find: Find<T>): Named<T> | undefined {
  const whole = find(written);
  if (whole !== undefined) return { found: whole, operator: 'equals' };
  const [, name, operator] = suffix.exec(written) ?? [];
  const found = name === undefined ? undefined : find(name);
  return found === undefined ? undefined : { found, operator: operator as Operator };
}

/** What the columns are called in a file. */
const headersOf = (columns: LabelledColumn[], language: Language): string[] =>
  uniqueNames(columns.map(({ name, label }) => label[language] || name));

/** A column goes by its id before all, so that every one can be named; then by its header, its name and its other label. */
function findColumn(columns: LabelledColumn[], { language }: AddressReader, written: string) {
  const headers = headersOf(columns, language);
  const other: Language = language === 'en_US' ? 'zh_CN' : 'en_US';
  const finders: Find<LabelledColumn>[] = [
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

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** In an address a plus sign that was not escaped is a space; a time without a zone is that of clocks in the reader's. */
function momentIn(text: string, zone: string): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+ -]\d\d:?\d\d)?$/i.exec(text);
  if (!parts) return undefined;
  const [, date, time, offset] = parts;
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

function filtersFor({ found, operator }: Named<LabelledColumn>, texts: string[], zone: string): Filter[] {
  const column = found.id;
  if (operator === 'contains') {
    const filters = texts.map((value): Filter => ({ op: 'contains', column, value }));
    return filters.length === 1 ? filters : [{ op: 'any', filters }];
  }
  if (operator === 'empty')
    return texts.map((text) => ({
      op: valueIn(text, { name: `${found.name}.empty`, type: 'boolean' }, zone) ? 'empty' : 'filled',
      column,
    }));
  const values = texts.map((text) => valueIn(text, found, zone));
  if (operator === 'equals') return [{ op: 'in', column, values }];
  if (operator === 'ne') return [{ op: 'not_in', column, values }];
  return values.map((value) => ({ op: comparisons[operator], column, value }));
}

/** The filters that an address asks for of a dataset; a value that comes several times means any of them. */
export const filtersOfAddress = (where: Where, columns: LabelledColumn[], reader: AddressReader): Filter[] =>
  Object.entries(where).flatMap(([written, value]) =>
    filtersFor(findColumn(columns, reader, written), listOf(value), reader.zone),
  );

/** The parameters of SQL with the values of an address; SQL has no columns to filter, only what it refers to as $name. */
export function paramsOfAddress(where: Where, params: Param[], zone: string): Param[] {
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
