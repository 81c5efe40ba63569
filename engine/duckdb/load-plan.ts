import type { ColumnFormat } from '#domain/columns/column.ts';
import type { ColumnStyle, LoadColumn, ParquetReading, ParquetSource, TextSource } from '#engine/tables.ts';
import { momentSql, yearPattern } from './cell-macros.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import { storedAs } from './stored-types.ts';

/**
 * SQL parts that read a table: the source, the value of each column, and the conditions under which a row must be
 * checked again.
 */
export type LoadPlan = { from: string; values: string[]; doubts: string[] };

/** The column that marks a row to be checked again. */
export const doubtName = '$doubt';

/** A column that DuckDB parses fast: the type it is read as, its value, and the condition under which it is doubtful. */
type NativeColumn = { type: string; value: (field: string) => string; doubt: (field: string) => string | null };

// As a double an integer with a fraction is detected; as a bigint it would be rounded.
const integer: NativeColumn = {
  type: 'DOUBLE',
  value: (field) => `try_cast(${field} as bigint)`,
  doubt: (field) => `abs(${field}) > 9e15 or try_cast(${field} as bigint)::double <> ${field}`,
};
const number: NativeColumn = { type: 'DOUBLE', value: (field) => field, doubt: (field) => `not isfinite(${field})` };
// DuckDB reads 1_000 as 1000.
const castText = ({ value, doubt }: NativeColumn): NativeColumn => ({
  type: 'VARCHAR',
  value: (field) => value(doubleCast(field)),
  doubt: (field) =>
    `contains(${field}, '_') or (${doubleCast(field)} is null) <> (${field} is null) or ${doubt(doubleCast(field))}`,
});
const doubleCast = (field: string) => `try_cast(${field} as double)`;
const boolean: NativeColumn = { type: 'BOOLEAN', value: (field) => field, doubt: () => null };

/*
 * A cast accepts far more texts than the formats of these columns, some of them as other values than ours. Where DuckDB
 * writes the same format, a text must be the one that it writes for the value, which is checked faster than a pattern.
 */
const dateCast = (field: string) => `try_cast(${field} as date)`;
const date: NativeColumn = {
  type: 'VARCHAR',
  value: dateCast,
  doubt: (field) => isWrittenOtherwise(field, dateCast(field), ["date '0100-01-01'", "date '9999-12-31'"]),
};

const isWrittenOtherwise = (field: string, cast: string, [first, last]: [string, string]) =>
  `${cast}::varchar is distinct from ${field} or ${cast} not between ${first} and ${last}`;

const timeCast = (field: string) => `try_cast(${field} as timestamp)`;
const timeIn = (format: string, zone: string): NativeColumn => ({
  type: 'VARCHAR',
  value: (field) => momentSql(timeCast(field), format.endsWith('Z') ? 'UTC' : zone),
  doubt: (field) =>
    format === '%Y-%m-%d %H:%M:%S'
      ? isWrittenOtherwise(field, timeCast(field), ["timestamp '0100-01-01'", "timestamp '9999-12-31 23:59:59'"])
      : `not regexp_full_match(${field}, ${timePattern(format)}) or (${timeCast(field)} is null) <> (${field} is null)`,
});

const timePattern = (format: string) =>
  quoteText(
    format
      .replaceAll('.%f', String.raw`\.\d{1,6}`)
      .replace('%Y', yearPattern)
      .replaceAll(/%[mdHMS]/g, String.raw`\d\d`),
  );

const lineBytes = 16 * 1024 * 1024;

/** `hasJoinedDigits`: whether an underscore may stand between two digits. */
export type TextPlanOptions = { zone: string; hasJoinedDigits: boolean };

/** Reads a text in one pass: plain columns natively, the others as text with an expression. */
export function planText(source: TextSource, columns: LoadColumn[], options: TextPlanOptions): LoadPlan {
  const { zone } = options;
  const natives = columns.map((column) => nativeOf(source, column, options));
  const names = Array.from({ length: source.width }, (_, field) => `f${field}`);
  const types = names.map(() => 'VARCHAR');
  for (const [index, { source: sourceIndex }] of columns.entries()) {
    types[source.fields[sourceIndex]!] = natives[index]?.type ?? 'VARCHAR';
  }
  const parts = columns.map((column, index) => {
    const field = names[source.fields[column.source]!]!;
    const native = natives[index];
    if (native) return { value: native.value(field), doubt: native.doubt(field) };
    if (isCastable(source.styles[column.source]!, column)) return planCast(field, column);
    const { dayFirst, decimalComma } = source.styles[column.source]!;
    return planTextCell(field, column, { zone, dayFirst: dayFirst ?? false, decimalComma });
  });
  return {
    from: readCsv(
      source,
      names.map((name, field) => [name, types[field]!]),
    ),
    values: parts.map(({ value }) => value),
    doubts: parts.flatMap(({ doubt }) => doubt ?? []),
  };
}

function readCsv(source: TextSource, fields: [string, string][]): string {
  const all = source.numbered ? [['line', 'BIGINT'], ...fields] : fields;
  const columns = all.map(([name, type]) => `'${name}': '${type}'`).join(', ');
  const options = [
    'auto_detect = false, header = false, store_rejects = true, rejects_limit = 1000001',
    // In our own copy, lines end in LF, also between quotes.
    ...(source.numbered ? [`new_line = '\\n'`] : []),
    `skip = ${source.skip}, delim = ${quoteText(source.delimiter)}, quote = '"', escape = '"'`,
    `max_line_size = ${lineBytes}, buffer_size = ${2 * lineBytes}`,
  ];
  return `read_csv(${quoteText(source.file)}, columns = {${columns}}, ${options.join(', ')})`;
}

function nativeOf(
  source: TextSource,
  column: LoadColumn,
  { zone, hasJoinedDigits }: TextPlanOptions,
): NativeColumn | undefined {
  const style = source.styles[column.source]!;
  const isSameType = style.type === column.type || (style.type === 'integer' && column.type === 'number');
  if (!isSameType || !style.isPlain || style.hasMarkers) return undefined;
  if (column.type === 'date' && column.format !== 'plain') return undefined;
  if (column.type === 'time') return style.timeFormat === null ? undefined : timeIn(style.timeFormat, zone);
  const native = new Map(Object.entries({ integer, number, boolean, date })).get(column.type);
  return hasJoinedDigits && native?.type === 'DOUBLE' ? castText(native) : native;
}

type CellReadOptions = { zone: string; dayFirst: boolean; decimalComma: boolean };

/** Whether numbers are plain apart from texts that mark an empty cell. */
const isCastable = (style: ColumnStyle, { type }: LoadColumn) =>
  style.isPlain &&
  style.hasMarkers &&
  ['integer', 'number'].includes(type) &&
  ['integer', 'number'].includes(style.type);

function planCast(field: string, column: LoadColumn): ColumnPlan {
  const { value, doubt } = castText(column.type === 'integer' ? integer : number);
  const filled = `(${field} is not null and not ${emptySql(field, column)})`;
  return { value: `case when ${filled} then ${value(field)} end`, doubt: `(${filled} and (${doubt(field)}))` };
}

const listSql = (texts: string[]) => `(${texts.map(quoteText).join(', ')})`;

/** Whether a cell counts as empty in a column: by the usual texts and the column's own rules. */
function emptySql(field: string, { type, empty }: LoadColumn): string {
  const texts = Object.keys(empty);
  const added = texts.filter((text) => empty[text]);
  const nonEmpty = texts.filter((text) => !empty[text]);
  const isAdded = added.length > 0 ? `trim(${field}) in ${listSql(added)}` : 'false';
  if (type === 'text') return isAdded;
  const isUsual =
    nonEmpty.length > 0 ? `is_blank(${field}) and trim(${field}) not in ${listSql(nonEmpty)}` : `is_blank(${field})`;
  return `((${isUsual}) or ${isAdded})`;
}

function planTextCell(field: string, column: LoadColumn, reading: CellReadOptions): ColumnPlan {
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
  const doubt = `(${field} is not null and not ${isEmpty} and (${read}) is null)`;
  return type === 'time' ? withIsoTimes({ value, doubt }, { field, column, zone: reading.zone }) : { value, doubt };
}

const isoTime = String.raw`'${yearPattern}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?'`;

type WrittenTime = { field: string; column: LoadColumn; zone: string };

/** Casts times in ISO format, which are most of them: the patterns for other formats take several times as long. */
function withIsoTimes({ value, doubt }: ColumnPlan, { field, column, zone }: WrittenTime): ColumnPlan {
  const cast = `try_cast(${field} as timestamp)`;
  const markers = Object.keys(column.empty);
  const isMarker = markers.length > 0 ? ` and ${field} not in ${listSql(markers)}` : '';
  const isIso = `regexp_full_match(${field}, ${isoTime})${isMarker} and ${cast} is not null`;
  return {
    value: `case when ${isIso} then ${momentSql(cast, zone)} else ${value} end`,
    doubt: `(case when ${isIso} then false else ${doubt} end)`,
  };
}

const stepSql: Partial<Record<ColumnFormat, (field: string) => string>> = {
  year: (field) => `year_of(${field})`,
  quarter: (field) => `quarter_of(${field})`,
  month: (field) => `month_of(${field})`,
  week: () => 'null::date',
};

function typedSql(field: string, { type, format }: LoadColumn, { dayFirst, decimalComma }: CellReadOptions): string {
  if (type === 'date') return stepSql[format]?.(field) ?? `date_of(${field}, ${dayFirst})`;
  const isNumber = type === 'number' || type === 'integer';
  return `${type}_of(${decimalComma && isNumber ? `pointed(${field})` : field})`;
}

const timeSql = (field: string, zone: string, dayFirst: boolean) =>
  `coalesce(${momentSql(`local_of(${field}, ${dayFirst})`, zone)}, zoned_of(${field}, ${dayFirst}))`;

/** Reads a Parquet file; a column that changes its type is converted via text. */
export function planParquet(source: ParquetSource, columns: LoadColumn[], zone: string): LoadPlan {
  const parts = columns.map((column) => {
    const own = source.types[column.source]!;
    if (own === column.type) return parquetPart(source, column.source, zone);
    if (own === 'integer' && column.type === 'number')
      return { value: `${columnSqlAt(source, column.source)}::double`, doubt: null };
    return planTextCell(`(${parquetText(source, column.source)})`, column, {
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

type ColumnPlan = { value: string; doubt: string | null };

const columnSqlAt = ({ paths }: ParquetSource, index: number) => paths[index]!.map(quoteName).join('.');

/** A column that keeps its type. */
function parquetPart(source: ParquetSource, index: number, zone: string): ColumnPlan {
  const columnSql = columnSqlAt(source, index);
  const type = source.types[index]!;
  const reading = source.readings[index]!;
  if (type === 'json') return { value: `to_json(${columnSql})`, doubt: null };
  if (type === 'number') return numberPart(reading === 'float' ? `${columnSql}::varchar` : columnSql);
  if (type === 'time') return timePart(columnSql, reading, zone);
  if (type === 'text') return { value: parquetText(source, index), doubt: null };
  // A value beyond bigint is rejected with its row instead of failing the load.
  const doubt = reading === 'unsigned' ? `${columnSql} > 9223372036854775807` : null;
  return { value: `try_cast(${columnSql} as ${storedAs[type]})`, doubt };
}

// Converted via text, a float of 0.1 stays 0.1 instead of becoming 0.10000000149.
function numberPart(columnSql: string): ColumnPlan {
  const value = `nullif(${columnSql}::double, 'nan'::double)`;
  return { value, doubt: number.doubt(value) };
}

/** An instant stays as it is; a time without a zone is local time in the zone of the dataset. */
function timePart(columnSql: string, reading: ParquetReading, zone: string): ColumnPlan {
  const doubt = `not isfinite(${columnSql})`;
  if (reading !== 'wall_time' && reading !== 'utc_time') return { value: `${columnSql}::timestamptz`, doubt };
  const moment = momentSql(`${columnSql}::timestamp`, reading === 'utc_time' ? 'UTC' : zone);
  return { value: `case when isfinite(${columnSql}) then ${moment} end`, doubt };
}

/** A Parquet value as text for people. Old writers store text as plain bytes. */
export function parquetText(source: ParquetSource, index: number): string {
  const columnSql = columnSqlAt(source, index);
  if (source.types[index] === 'json') return `to_json(${columnSql})::varchar`;
  const reading = source.readings[index];
  if (reading === 'binary') {
    const text = `try(decode(${columnSql}))`;
    return `case when contains(${text}, chr(0)) or ${text} is null then ${columnSql}::varchar else ${text} end`;
  }
  return reading === 'utc_time' ? `${columnSql}::varchar || 'Z'` : `${columnSql}::varchar`;
}
