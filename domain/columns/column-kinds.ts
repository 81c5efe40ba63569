import {
  amountWords,
  calendarWords,
  clockWords,
  codeWords,
  type ColumnWords,
  coordinateWords,
  cumulativeWords,
  endsWithWord,
  englishWordsOf,
  hasWord,
  identifierWords,
  levelWords,
  ratingWords,
  stockWords,
  yearWords,
} from './column-words.ts';
import type { ColumnAggregation, ColumnRole, DatasetColumn } from './column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { Aggregate } from '#domain/query/query.ts';

/**
 * Kind of the numbers of a column, which decides their default aggregate. Identifiers (ids, codes, phone numbers),
 * coordinates, years and calendar parts have none; flags are 0 or 1 and have a share; ratings and levels (prices, rates,
 * temperatures) are averaged; of cumulative values the latest counts; stocks are summed over items but not over time;
 * amounts are summed. Unknown numbers are averaged.
 */
const numberKinds = [
  'identifier',
  'code',
  'coordinate',
  'year',
  'calendar',
  'flag',
  'rating',
  'level',
  'cumulative',
  'stock',
  'amount',
  'unknown',
] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Kinds whose numbers identify something: used for grouping, never aggregated. */
const identifyingKinds = new Set<NumberKind>(['identifier', 'code', 'year', 'calendar']);

export const isIdentifying = (kind: NumberKind) => identifyingKinds.has(kind);

type NamedColumn = Pick<DatasetColumn, 'name' | 'type'> & Partial<Pick<DatasetColumn, 'label' | 'format' | 'unit'>>;
type ColumnStats = { nulls: number; distinct: number; min: number | string | null; max: number | string | null };
/** The table of a column: row count, and whether it has a time column. */
type TableShape = { rows: number; hasTime: boolean };

/** The kind of a column by name, format and values; without values by name and format only. */
export function kindOf(
  column: NamedColumn,
  values?: ColumnStats,
  table: TableShape = { rows: 0, hasTime: false },
): NumberKind {
  if (column.type === 'boolean') return 'flag';
  const named = kindByName(column, values);
  if (!values || !isNumeric(column)) return named;
  if (isFlag(values) && named !== 'identifier') return 'flag';
  if (named === 'unknown' && isIdentifier(column, values, table)) return 'identifier';
  // Populations are larger numbers: this is a percentage.
  if (named === 'stock' && Number(values.max) <= 100) return 'level';
  return named;
}

function kindByName(column: NamedColumn, values: ColumnStats | undefined): NumberKind {
  const has = (words: ColumnWords) => namesOf(column).some((name) => hasWord(name, words));
  const ends = (words: ColumnWords) => namesOf(column).some((name) => endsWithWord(name, words));
  if (ends(coordinateWords)) return 'coordinate';
  if (isYear(column, values)) return 'year';
  if (isCalendar(column, values)) return 'calendar';
  if (ends(identifierWords) || isNumbered(column.name)) return 'identifier';
  if (column.type === 'integer' && ends(codeWords)) return 'code';
  if (has(cumulativeWords)) return 'cumulative';
  if (column.format === 'percent' || isPerUnit(column)) return 'level';
  if (has(ratingWords)) return 'rating';
  if (has(levelWords)) return 'level';
  if (has(stockWords)) return 'stock';
  if (has(amountWords) || isTotal(column.name) || column.format === 'bytes' || column.format === 'currency')
    return 'amount';
  return 'unknown';
}

const namesOf = ({ name, label }: NamedColumn) => [name, ...(label ? [label.en_US, label.zh_CN] : [])].filter(Boolean);

const isWithin = (values: ColumnStats | undefined, from: number, to: number) =>
  !values || (Number(values.min) >= from && Number(values.max) <= to && values.min !== null);

const isWhole = ({ type }: NamedColumn) => type === 'integer';

/** Years, also fractional ones like 1949.25 in a column called time. */
function isYear(column: NamedColumn, values: ColumnStats | undefined): boolean {
  if (!isNumeric(column) || !isWithin(values, 1000, 2200)) return false;
  if (namesOf(column).some((name) => hasWord(name, yearWords))) return true;
  return (
    values !== undefined && Number(values.min) > 1500 && endsWithWord(column.name, clockWords) && values.distinct > 5
  );
}

function isCalendar(column: NamedColumn, values: ColumnStats | undefined): boolean {
  if (!isWhole(column)) return false;
  const isPart = calendarWords.some(
    ({ words, from, to }) => namesOf(column).some((name) => endsWithWord(name, words)) && isWithin(values, from, to),
  );
  if (isPart) return true;
  // Clock times such as 1530.
  return (
    endsWithWord(column.name, clockWords) &&
    values !== undefined &&
    Number(values.max) >= 1900 &&
    isWithin(values, 0, 2400)
  );
}

/** "Flight number" and "order num" name something; "number" and "number of orders" count it. */
function isNumbered(name: string): boolean {
  const words = englishWordsOf(name);
  return words.length > 1 && ['number', 'num', 'nbr'].includes(words.at(-1)!) && !words.includes('of');
}

/** "Total" and "total sales" add up; a name that only ends with it, like "sleep total", need not. */
const isTotal = (name: string) => ['total', 'number', 'num'].includes(englishWordsOf(name)[0] ?? '');

/** A ratio, by the unit in brackets or beside the name: %, km/h, 元/㎡. */
const isPerUnit = ({ name, unit = '' }: NamedColumn) =>
  /[%％‰/°℃]/.test(unit) || [...name.matchAll(/[（(]([^）)]*)[）)]/g)].some(([, inside]) => /[%％‰/°℃]/.test(inside!));

const isFlag = ({ distinct, min, max }: ColumnStats) => distinct === 2 && min === 0 && max === 1;

/** Row numbers and codes: integers, all distinct, and either nearly without gaps or all of one length. */
function isIdentifier(
  column: NamedColumn,
  { nulls, distinct, min, max }: ColumnStats,
  { rows, hasTime }: TableShape,
): boolean {
  if (!isWhole(column) || nulls > 0 || distinct !== rows || rows < 10) return false;
  const [low, high] = [Number(min), Number(max)];
  const isWithoutGaps = high - low + 1 <= rows * 1.25;
  // Values of a time series are often distinct, too.
  const isOneLength = !hasTime && low >= 1000 && String(low).length === String(high).length;
  return isWithoutGaps || isOneLength;
}

export type DefaultAggregate = Extract<Aggregate['kind'], Exclude<ColumnAggregation, 'automatic'>>;

const byKind: Record<NumberKind, DefaultAggregate> = {
  identifier: 'distinct',
  code: 'distinct',
  coordinate: 'average',
  year: 'distinct',
  calendar: 'distinct',
  flag: 'average',
  rating: 'average',
  level: 'average',
  cumulative: 'max',
  stock: 'average',
  amount: 'sum',
  unknown: 'average',
};

/** Default aggregate of a kind. Stocks of different times do not add up. */
export const aggregateOfKind = (kind: NumberKind, hasTime: boolean): DefaultAggregate =>
  kind === 'stock' && !hasTime ? 'sum' : byKind[kind];

type MeasurableColumn = NamedColumn & Partial<Pick<DatasetColumn, 'role' | 'aggregation'>>;

/** Default aggregate of a column: as someone chose, or by the kind of its numbers. */
export function aggregateFor(column: MeasurableColumn, hasTime: boolean): DefaultAggregate {
  if (column.aggregation && column.aggregation !== 'automatic') return column.aggregation;
  if (column.type === 'boolean') return 'average';
  // Identifiers are not summed.
  if (!isNumeric(column) || column.role === 'dimension') return 'distinct';
  return aggregateOfKind(kindOf(column), hasTime);
}

/** Role of a new column, by name and type. */
export function roleFor(column: Pick<DatasetColumn, 'name' | 'type'>): ColumnRole {
  if (column.type === 'date' || column.type === 'time') return 'time';
  return isNumeric(column) && !isIdentifying(kindOf(column)) ? 'measure' : 'dimension';
}
