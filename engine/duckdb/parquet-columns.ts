import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { limits } from '#engine/files/limits.ts';
import type { ParquetReading } from '#engine/tables.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import { typeOf } from './stored-types.ts';

/** A column of a Parquet file: its path, its DuckDB type, and its type in the dataset. */
export type ParquetColumn = { path: string[]; duckType: string; type: ColumnType; readAs: ParquetReading };

type ParquetLeaf = Pick<ParquetColumn, 'path' | 'duckType'>;

/** The columns of the file, with structs flattened. */
export async function listColumns(connection: DuckDBConnection, file: string): Promise<ParquetColumn[]> {
  const instants = await listInstants(connection, file);
  const leaves = await listLeaves(connection, file);
  return leaves.map((leaf) => ({
    ...leaf,
    type: typeOf(leaf.duckType),
    readAs: instants.has(leaf.path.join(', ')) ? 'utc_time' : readingOf(leaf.duckType),
  }));
}

async function listLeaves(connection: DuckDBConnection, file: string, parent: string[] = []): Promise<ParquetLeaf[]> {
  const selection = parent.length > 0 ? `unnest(${parent.map(quoteName).join('.')})` : '*';
  const reader = await connection.runAndReadAll(`describe select ${selection} from read_parquet(${quoteText(file)})`);
  const leaves: ParquetLeaf[] = [];
  for (const [name, type] of reader.getRows()) {
    const leaf = { path: [...parent, String(name)], duckType: String(type) };
    if (isStruct(leaf)) leaves.push(...(await listLeaves(connection, file, leaf.path)));
    else leaves.push(leaf);
    if (leaves.length > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
  }
  return leaves;
}

const isStruct = ({ path, duckType }: ParquetLeaf) =>
  duckType.startsWith('STRUCT(') && !duckType.endsWith(']') && path.length < limits.depth;

function readingOf(duckType: string): ParquetReading {
  if (/^TIMESTAMP(?!.*TIME ZONE)/.test(duckType)) return 'wall_time';
  const readings: Record<string, ParquetReading> = { UBIGINT: 'unsigned', FLOAT: 'float', BLOB: 'binary' };
  return readings[duckType] ?? 'plain';
}

/**
 * Columns of type INT96, which does not say whether its times have a zone. As in Hive: parquet-mr (Spark, Hive) stores
 * instants in UTC, other writers store local time.
 */
async function listInstants(connection: DuckDBConnection, file: string): Promise<Set<string>> {
  const reader = await connection.runAndReadAll(
    `select distinct path_in_schema from parquet_metadata(${quoteText(file)}) where type = 'INT96'
     and (select created_by from parquet_file_metadata(${quoteText(file)})) ilike 'parquet-mr%'`,
  );
  return new Set(reader.getRows().map(([name]) => String(name)));
}

/** Up to this many digits every decimal number is exact as a double. */
const exactDigits = 15;
/** Only this many rows are checked before the file is loaded. */
const maxCheckedRows = 5_000_000;

/** Indexes of columns with values of more digits than their type holds: whole numbers, and decimals. */
export type LongNumbers = { whole: number[]; decimal: number[] };

/** Finds the columns with values of more digits than a bigint or a double holds. */
export async function findLongNumbers(
  connection: DuckDBConnection,
  columns: ParquetColumn[],
  { file, maxRows = maxCheckedRows }: { file: string; maxRows?: number | undefined },
): Promise<LongNumbers> {
  const checked = [...columns.entries()].filter(([, column]) => longSql(column) !== undefined);
  const wide = await listWideDecimals(connection, file, columns);
  if (checked.length === 0) return { whole: [], decimal: wide };
  const checks = checked.map(([, column]) => `coalesce(bool_or(${longSql(column)}), false)`);
  const reader = await connection.runAndReadAll(
    `select ${checks.join(', ')} from (from read_parquet(${quoteText(file)}) limit ${maxRows})`,
  );
  const long = checked.filter((_, index) => reader.getRows()[0]![index] === true);
  const isWhole = ({ duckType }: ParquetColumn) => /^UBIGINT$|,0\)$/.test(duckType);
  const indexesOf = (kind: boolean) => long.filter(([, each]) => isWhole(each) === kind).map(([index]) => index);
  return { whole: indexesOf(true), decimal: [...indexesOf(false), ...wide] };
}

function longSql({ path, duckType }: ParquetColumn): string | undefined {
  const columnSql = path.map(quoteName).join('.');
  if (duckType === 'UBIGINT') return `${columnSql} > 9223372036854775807`;
  const digits = /^DECIMAL\((\d+),\d+\)$/.exec(duckType)?.[1];
  if (digits === undefined || Number(digits) <= exactDigits) return undefined;
  return `length(trim(replace(abs(${columnSql})::varchar, '.', ''), '0')) > ${exactDigits}`;
}

/** Decimals of more digits than DuckDB supports: it reads them as doubles. */
async function listWideDecimals(
  connection: DuckDBConnection,
  file: string,
  columns: ParquetColumn[],
): Promise<number[]> {
  const reader = await connection.runAndReadAll(
    `select distinct name from parquet_schema(${quoteText(file)}) where precision > 38`,
  );
  const names = new Set(reader.getRows().map(([name]) => String(name)));
  const isWide = ({ path, duckType }: ParquetColumn) => duckType === 'DOUBLE' && names.has(path.at(-1)!);
  return [...columns.keys()].filter((index) => isWide(columns[index]!));
}
