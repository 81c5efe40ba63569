import type { ColumnFormat } from '#contract/datasets.ts';
import type { ColumnStyle, LoadColumn, ParquetReading, ParquetSource, TextSource } from '#engine/tables.ts';
import { momentSql } from './cells.ts';
import { quoteName, quoteText } from './instance.ts';
import { storedAs } from './types.ts';

/** What reads a table: where from, the value of each column, and when a row needs a second look. */
export type Plan = { from: string; values: string[]; doubts: string[] };

/** The column that marks a row which needs a second look. */
export const doubtName = '$doubt';

/** A column that DuckDB reads by itself: as which type, what is made of it, and which values may not be what they seem. */
type Native = { type: string; value: (field: string) => string; doubt: (field: string) => string | null };

// As a double an integer with a fraction shows; as a bigint it would have been rounded.
const integer: Native = {
  type: 'DOUBLE',
  value: (field) => `try_cast(${field} as bigint)`,
  doubt: (field) => `trunc(${field}) <> ${field} or abs(${field}) > 9e15`,
};
const number: Native = { type: 'DOUBLE', value: (field) => field, doubt: (field) => `not isfinite(${field})` };
const boolean: Native = { type: 'BOOLEAN', value: (field) => field, doubt: () => null };
// With a format, words that DuckDB knows, like "infinity", become this day.
const isWord = (type: string) => (field: string) => `${field} = ${type} '1900-01-01'`;
const date: Native = { type: 'DATE', value: (field) => field, doubt: isWord('date') };
const timeIn = (zone: string): Native => ({
  type: 'TIMESTAMP',
  value: (field) => momentSql(field, zone),
  doubt: isWord('timestamp'),
});

const lineBytes = 16 * 1024 * 1024;

/** Reads a text in one pass: plain columns as their type, the others as text with an expression. */
export function planText(source: TextSource, columns: LoadColumn[], zone: string): Plan {
  const timeFormat = columns.map((column) => source.styles[column.source]!.timeFormat).find(Boolean) ?? null;
  const natives = columns.map((column) => nativeOf(source, column, { zone, timeFormat }));
  const names = Array.from({ length: source.width }, (_, field) => `f${field}`);
  const types = names.map(() => 'VARCHAR');
  for (const [index, { source: place }] of columns.entries()) {
    types[source.fields[place]!] = natives[index]?.type ?? 'VARCHAR';
  }
  const parts = columns.map((column, index) => {
    const field = names[source.fields[column.source]!]!;
    const native = natives[index];
    if (native) return { value: native.value(field), doubt: native.doubt(field) };
    if (isCastable(source.styles[column.source]!, column)) return castFor(field, column);
    const { dayFirst, decimalComma } = source.styles[column.source]!;
    return writtenFor(field, column, { zone, dayFirst: dayFirst ?? false, decimalComma });
  });
  return {
    from: readCsv(
      source,
      names.map((name, field) => [name, types[field]!]),
      timeFormat,
    ),
    values: parts.map(({ value }) => value),
    doubts: parts.flatMap(({ doubt }) => doubt ?? []),
  };
}

function readCsv(source: TextSource, fields: [string, string][], timeFormat: string | null): string {
  const all = source.numbered ? [['line', 'BIGINT'], ...fields] : fields;
  const columns = all.map(([name, type]) => `'${name}': '${type}'`).join(', ');
  const options = [
    'auto_detect = false, header = false, store_rejects = true, rejects_limit = 1000001',
    // A copy of ours ends its lines in one way, whatever stands between quotes.
    ...(source.numbered ? [`new_line = '\\n'`] : []),
    `skip = ${source.skip}, delim = ${quoteText(source.delimiter)}, quote = '"', escape = '"'`,
    `max_line_size = ${lineBytes}, buffer_size = ${2 * lineBytes}`,
    `dateformat = '%Y-%m-%d'${timeFormat ? `, timestampformat = ${quoteText(timeFormat)}` : ''}`,
  ];
  return `read_csv(${quoteText(source.file)}, columns = {${columns}}, ${options.join(', ')})`;
}

function nativeOf(
  source: TextSource,
  column: LoadColumn,
  { zone, timeFormat }: { zone: string; timeFormat: string | null },
): Native | undefined {
  const style = source.styles[column.source]!;
  const isKnown = style.type === column.type || (style.type === 'integer' && column.type === 'number');
  if (!isKnown || !style.isPlain || style.hasMarkers) return undefined;
  if (column.type === 'date' && column.format !== 'plain') return undefined;
  if (column.type === 'time') {
    if (!style.timeFormat || style.timeFormat !== timeFormat) return undefined;
    return timeIn(timeFormat.endsWith('Z') ? 'UTC' : zone);
  }
  return new Map(Object.entries({ integer, number, boolean, date })).get(column.type);
}

type Reading = { zone: string; dayFirst: boolean; decimalComma: boolean };

/** Whether numbers are plain apart from texts that stand for an empty cell. */
const isCastable = (style: ColumnStyle, { type }: LoadColumn) =>
  style.isPlain &&
  style.hasMarkers &&
  ['integer', 'number'].includes(type) &&
  ['integer', 'number'].includes(style.type);

function castFor(field: string, column: LoadColumn): Part {
  const native = column.type === 'integer' ? integer : number;
  const cast = `try_cast(${field} as double)`;
  const filled = `(${field} is not null and not ${emptySql(field, column)})`;
  const doubt = `(${filled} and coalesce(${cast} is null or ${native.doubt(cast)}, true))`;
  return { value: `case when ${filled} then ${native.value(cast)} end`, doubt };
}

const listSql = (texts: string[]) => `(${texts.map(quoteText).join(', ')})`;

/** Whether a cell stands for nothing in a column: by the usual texts and by what is said of others. */
function emptySql(field: string, { type, empty }: LoadColumn): string {
  const texts = Object.keys(empty);
  const added = texts.filter((text) => empty[text]);
  const kept = texts.filter((text) => !empty[text]);
  const isAdded = added.length > 0 ? `trim(${field}) in ${listSql(added)}` : 'false';
  if (type === 'text') return isAdded;
  const isUsual =
    kept.length > 0 ? `is_blank(${field}) and trim(${field}) not in ${listSql(kept)}` : `is_blank(${field})`;
  return `((${isUsual}) or ${isAdded})`;
}

function writtenFor(field: string, column: LoadColumn, reading: Reading): Part {
  const { type, empty } = column;
  if (type === 'text') {
    const hasRules = Object.values(empty).includes(true);
    return {
      value: hasRules ? `case when ${emptySql(field, column)} then null else ${field} end` : field,
      doubt: null,
    };
  }
  const read = type === 'time' ? timeSql(field, reading.zone, reading.dayFirst) : typedSql(field, column, reading);
  const isEmpty = emptySql(field, column);
  const value = `case when not ${isEmpty} then ${read} end`;
  return { value, doubt: `(${field} is not null and not ${isEmpty} and (${read}) is null)` };
}

const stepSql: Partial<Record<ColumnFormat, (field: string) => string>> = {
  year: (field) => `year_of(${field})`,
  quarter: (field) => `quarter_of(${field})`,
  month: (field) => `month_of(${field})`,
  week: () => 'null::date',
};

function typedSql(field: string, { type, format }: LoadColumn, { dayFirst, decimalComma }: Reading): string {
  if (type === 'date') return stepSql[format]?.(field) ?? `date_of(${field}, ${dayFirst})`;
  const isNumber = type === 'number' || type === 'integer';
  return `${type}_of(${decimalComma && isNumber ? `pointed(${field})` : field})`;
}

const timeSql = (field: string, zone: string, dayFirst: boolean) =>
  `coalesce(${momentSql(`local_of(${field}, ${dayFirst})`, zone)}, zoned_of(${field}, ${dayFirst}))`;

/** Reads a Parquet file; a column that is to become another type goes by its text. */
export function planParquet(source: ParquetSource, columns: LoadColumn[], zone: string): Plan {
  const parts = columns.map((column) => {
    const own = source.types[column.source]!;
    if (own === column.type) return parquetPart(source, column.source, zone);
    if (own === 'integer' && column.type === 'number')
      return { value: `${foundAt(source, column.source)}::double`, doubt: null };
    return writtenFor(`(${parquetText(source, column.source)})`, column, {
      zone,
      dayFirst: false,
      decimalComma: false,
    });
  });
  return {
    from: `read_parquet(${quoteText(source.file)})`,
    values: parts.map(({ value }) => value),
    doubts: parts.flatMap(({ doubt }) => doubt ?? []),
  };
}

type Part = { value: string; doubt: string | null };

const foundAt = ({ paths }: ParquetSource, index: number) => paths[index]!.map(quoteName).join('.');

/** A column that stays what it is. */
function parquetPart(source: ParquetSource, index: number, zone: string): Part {
  const found = foundAt(source, index);
  const type = source.types[index]!;
  const reading = source.readings[index]!;
  if (type === 'json') return { value: `to_json(${found})`, doubt: null };
  if (type === 'number') return numberPart(reading === 'float' ? `${found}::varchar` : found);
  if (type === 'time') return timePart(found, reading, zone);
  if (type === 'text') return { value: parquetText(source, index), doubt: null };
  // What is too large for a bigint is told with its row instead of failing as a whole.
  const doubt = reading === 'unsigned' ? `${found} > 9223372036854775807` : null;
  return { value: `try_cast(${found} as ${storedAs[type]})`, doubt };
}

// By its text a 0.1 of four bytes stays 0.1 instead of 0.10000000149.
function numberPart(found: string): Part {
  const value = `nullif(${found}::double, 'nan'::double)`;
  return { value, doubt: number.doubt(value) };
}

/** A moment stays as it is; a time without a zone is one on the wall in the zone of the dataset. */
function timePart(found: string, reading: ParquetReading, zone: string): Part {
  const doubt = `not isfinite(${found})`;
  if (reading !== 'wall_time' && reading !== 'utc_time') return { value: `${found}::timestamptz`, doubt };
  const moment = momentSql(`${found}::timestamp`, reading === 'utc_time' ? 'UTC' : zone);
  return { value: `case when isfinite(${found}) then ${moment} end`, doubt };
}

/** A value of a Parquet file as the text that a person would see. Old writers keep text as mere bytes. */
export function parquetText(source: ParquetSource, index: number): string {
  const found = foundAt(source, index);
  if (source.types[index] === 'json') return `to_json(${found})::varchar`;
  const reading = source.readings[index];
  if (reading === 'binary') {
    const text = `try(decode(${found}))`;
    return `case when contains(${text}, chr(0)) or ${text} is null then ${found}::varchar else ${text} end`;
  }
  return reading === 'utc_time' ? `${found}::varchar || 'Z'` : `${found}::varchar`;
}
