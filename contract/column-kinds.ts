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
import type { ColumnAggregation, ColumnProfile, ColumnRole, DatasetColumn } from './datasets.ts';
import type { Aggregate } from './query.ts';

/**
 * What the numbers of a column are, which decides how they may be summarised:
 * identifiers (ids, codes, phone numbers), coordinates, years and parts of a calendar are not; flags are 0 or 1 and have
 * a share; ratings and levels (prices, rates, temperatures) have an average; what is cumulative has a latest value;
 * stocks add up over things but not over time; amounts add up. What is unknown is averaged.
 */
export const numberKinds = [
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

/** Kinds whose numbers stand for something else: they are grouped by and never summarised. */
const nameKinds = new Set<NumberKind>(['identifier', 'code', 'year', 'calendar']);

export const isName = (kind: NumberKind) => nameKinds.has(kind);

type Named = Pick<DatasetColumn, 'name' | 'type'> & Partial<Pick<DatasetColumn, 'label' | 'format' | 'unit'>>;
type Values = Pick<ColumnProfile, 'nulls' | 'distinct' | 'min' | 'max'>;
/** What a column stands in: how many rows, and whether they have times. */
type Table = { rows: number; hasTime: boolean };

export const isNumeric = ({ type }: Pick<DatasetColumn, 'type'>) => type === 'integer' || type === 'number';

/** The kind of a column by its name, format and values; without values by its name and format alone. */
export function kindOf(column: Named, values?: Values, table: Table = { rows: 0, hasTime: false }): NumberKind {
  if (column.type === 'boolean') return 'flag';
  const named = kindByName(column, values);
  if (!values || !isNumeric(column)) return named;
  if (isFlag(values) && named !== 'identifier') return 'flag';
  if (named === 'unknown' && isIdentifier(column, values, table)) return 'identifier';
  // People are counted in larger numbers: this is a percentage.
  if (named === 'stock' && Number(values.max) <= 100) return 'level';
  return named;
}

function kindByName(column: Named, values: Values | undefined): NumberKind {
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

const namesOf = ({ name, label }: Named) => [name, ...(label ? [label.en_US, label.zh_CN] : [])].filter(Boolean);

const isWithin = (values: Values | undefined, from: number, to: number) =>
  !values || (Number(values.min) >= from && Number(values.max) <= to && values.min !== null);

const isWhole = ({ type }: Named) => type === 'integer';

/** Years, also as 1949.25 where the column is called a time. */
function isYear(column: Named, values: Values | undefined): boolean {
  if (!isNumeric(column) || !isWithin(values, 1000, 2200)) return false;
  if (namesOf(column).some((name) => hasWord(name, yearWords))) return true;
  return (
    values !== undefined && Number(values.min) > 1500 && endsWithWord(column.name, clockWords) && values.distinct > 5
  );
}

function isCalendar(column: Named, values: Values | undefined): boolean {
  if (!isWhole(column)) return false;
  const isPart = calendarWords.some(
    ({ words, from, to }) => namesOf(column).some((name) => endsWithWord(name, words)) && isWithin(values, from, to),
  );
  if (isPart) return true;
  // 1530 is half past three.
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

/** "Total" and "total sales" add up; what only ends with it, like "sleep total", need not. */
const isTotal = (name: string) => ['total', 'number', 'num'].includes(englishWordsOf(name)[0] ?? '');

/** Per something, by the unit in brackets or beside the name: %, km/h, 元/㎡. */
const isPerUnit = ({ name, unit = '' }: Named) =>
  /[%％‰/°℃]/.test(unit) || [...name.matchAll(/[（(]([^）)]*)[）)]/g)].some(([, inside]) => /[%％‰/°℃]/.test(inside!));

const isFlag = ({ distinct, min, max }: Values) => distinct === 2 && min === 0 && max === 1;

/** Row numbers and codes: whole, no two alike, and either nearly without gaps or all of one length. */
function isIdentifier(column: Named, { nulls, distinct, min, max }: Values, { rows, hasTime }: Table): boolean {
  if (!isWhole(column) || nulls > 0 || distinct !== rows || rows < 10) return false;
  const [low, high] = [Number(min), Number(max)];
  const isWithoutGaps = high - low + 1 <= rows * 1.25;
  // A series has other numbers each time, too.
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

/** How numbers of a kind are summarised. Stocks of different moments do not add up. */
export const aggregateOfKind = (kind: NumberKind, hasTime: boolean): DefaultAggregate =>
  kind === 'stock' && !hasTime ? 'sum' : byKind[kind];

type Measured = Named & Partial<Pick<DatasetColumn, 'role' | 'aggregation'>>;

/** How a column is measured when nothing else is said: as someone chose, or by what its numbers are. */
export function aggregateFor(column: Measured, hasTime: boolean): DefaultAggregate {
  if (column.aggregation && column.aggregation !== 'automatic') return column.aggregation;
  if (column.type === 'boolean') return 'average';
  // Numbers that only name something, such as ids, are not added up.
  if (!isNumeric(column) || column.role === 'dimension') return 'distinct';
  return aggregateOfKind(kindOf(column), hasTime);
}

/** What a new column is for, by its name and type. */
export function roleFor(column: Pick<DatasetColumn, 'name' | 'type'>): ColumnRole {
  if (column.type === 'date' || column.type === 'time') return 'time';
  return isNumeric(column) && !isName(kindOf(column)) ? 'measure' : 'dimension';
}
