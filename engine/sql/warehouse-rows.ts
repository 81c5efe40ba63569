import type { ColumnType } from '#domain/query/query.ts';
import type { SegmentRange, StoredCells, WarehouseColumn, WarehouseSource } from '#engine/engine.ts';
import { clickhouse } from './dialects/clickhouse.ts';
import { quoteText } from './quote.ts';

const { quote } = clickhouse;

/**
 * The columns of every table in the warehouse: the number of the segment of a row, and its row number in the segment.
 */
export const rowIdNames = ['_s', '_r'] as const;

/** The column that stores the cells of a column as one type. When its type changes, later cells go to another one. */
export const storedNameOf = ({ id, type }: StoredCells) => `${id}:${type}`;

/** The type of ClickHouse that stores each type. */
export const warehouseTypes: Record<ColumnType, string> = {
  text: 'String',
  integer: 'Int64',
  number: 'Float64',
  boolean: 'Bool',
  date: 'Date32',
  time: "DateTime64(6, 'UTC')",
  json: 'String',
};

// A limit is a barrier to predicate pushdown: predicates of a query are not evaluated below it, where their errors
// would reveal hidden rows.
const pushdownBarrier = 'limit 9223372036854775807';

/** SQL for the rows of a source, with its columns by their names, and those that identify a row. */
export function warehouseRows(source: WarehouseSource): string {
  const { columns, rowCondition } = source;
  if (rowCondition === undefined) return storedRows(source);
  const readColumns = new Map(
    [...columns, ...rowCondition.columns].map((column) => [column.id, { ...column, name: column.id }]),
  );
  const byId = { ...source, columns: [...readColumns.values()] };
  const visible = `select * from (${storedRows(byId)}) as t where ${rowCondition.sql} ${pushdownBarrier}`;
  const cells = columns.map(({ id, name }) => `${quote(id)} as ${quote(name)}`);
  return `select ${[...cells, ...rowIdNames].join(', ')} from (${visible})`;
}

function storedRows({ columns, database, table, ranges }: WarehouseSource): string {
  const cells = columns.map((column) => `${cellOf(column, ranges)} as ${quote(column.name)}`);
  if (ranges.length === 0)
    return `select ${[...cells, ...rowIdNames.map((name) => `0 as ${name}`)].join(', ')} where 0`;
  return `select ${[...cells, ...rowIdNames].join(', ')} from ${quote(database)}.${quote(table)} where ${rangesCondition(ranges)}`;
}

/** SQL for the rows of a source as a table for SQL of people: without row ids, and with times in a zone. */
export function warehouseTable(source: WarehouseSource, zone: string): string {
  const columns = source.columns.map(({ name, type }) => {
    const cell = quote(name);
    return type === 'time' ? `toTimeZone(${cell}, ${quoteText(zone)}) as ${cell}` : cell;
  });
  return `select ${columns.join(', ') || 'null as nothing'} from (${warehouseRows(source)})`;
}

/** The condition for rows of these segments. */
export const rangesCondition = (ranges: SegmentRange[]) =>
  `(${ranges.map(({ from, to }) => (from === to ? `_s = ${from}` : `_s between ${from} and ${to}`)).join(' or ')})`;

function cellOf({ id, type, storedTypes }: WarehouseColumn, ranges: SegmentRange[]): string {
  const isStored = ranges.length > 0 && storedTypes.length > 0;
  if (!isStored) return `cast(null as Nullable(${warehouseTypes[type]}))`;
  const cells = storedTypes.map((storedType) =>
    castOf(quote(storedNameOf({ id, type: storedType })), storedType, type),
  );
  return cells.length === 1 ? cells[0]! : `coalesce(${cells.join(', ')})`;
}

/** A cell stored as one type as a value of another; null if it has none. The same as DuckDB's try_cast. */
export function castOf(cell: string, from: ColumnType, to: ColumnType): string {
  if (from === to) return cell;
  const isText = from === 'text' || from === 'json';
  if (to === 'text' || to === 'json') return isText ? cell : textOf(cell, from);
  const convert = conversions[`${from} ${to}`] ?? (isText ? parsers[to] : undefined);
  return convert?.(cell) ?? `cast(null as Nullable(${warehouseTypes[to]}))`;
}

// Doubles have a decimal point in DuckDB's texts, and times end with their offset.
function textOf(cell: string, from: ColumnType): string {
  if (from === 'number') return `replaceRegexpOne(toString(${cell}), '^(-?\\\\d+)$', '\\\\1.0')`;
  if (from === 'time') return `concat(replaceRegexpOne(toString(${cell}), '\\\\.?0+$', ''), '+00')`;
  return `toString(${cell})`;
}

const number = (text: string) => `toFloat64OrNull(trimBoth(${text}))`;

const parsers: Record<Exclude<ColumnType, 'text' | 'json'>, (text: string) => string> = {
  number,
  integer: (text) => `coalesce(toInt64OrNull(trimBoth(${text})), ${roundedOf(number(text))})`,
  boolean: (text) =>
    `multiIf(lower(${text}) in ('true', 't', 'yes', 'y', '1'), true, lower(${text}) in ('false', 'f', 'no', 'n', '0'), false, null)`,
  date: (text) => `toDate32(${momentOf(text)})`,
  time: momentOf,
};

// Best effort alone also reads 12 and 1.5 as dates.
function momentOf(text: string): string {
  const isDate = `match(${text}, '^ *[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}')`;
  return `if(${isDate}, parseDateTime64BestEffortOrNull(${text}, 6, 'UTC'), null)`;
}

// A number outside of the range would become another one.
const roundedOf = (cell: string) => `if(abs(${cell}) < 9223372036854775000, toInt64(roundBankers(${cell})), null)`;

const isNotZero = (cell: string) => `cast(${cell} != 0 as Nullable(Bool))`;

const conversions: Record<string, (cell: string) => string> = {
  'integer number': (cell) => `toFloat64(${cell})`,
  'integer boolean': isNotZero,
  'number integer': roundedOf,
  'number boolean': isNotZero,
  'json boolean': (cell) => `coalesce(${parsers.boolean(cell)}, ${isNotZero(number(cell))})`,
  'boolean integer': (cell) => `toInt64(${cell})`,
  'boolean number': (cell) => `toFloat64(${cell})`,
  'date time': (cell) => `toDateTime64(${cell}, 6, 'UTC')`,
  'time date': (cell) => `toDate32(${cell})`,
};
