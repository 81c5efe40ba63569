import type { ColumnType } from '#domain/query/query.ts';

/** The DuckDB type that stores a column of a type. */
export const storedAs: Record<ColumnType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIMESTAMPTZ',
  json: 'JSON',
};

/** The column type of a DuckDB type. */
export function typeOf(duckType: string): ColumnType {
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(duckType)) return 'integer';
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(duckType)) return 'number';
  if (duckType === 'BOOLEAN') return 'boolean';
  if (duckType === 'DATE') return 'date';
  if (duckType.startsWith('TIMESTAMP')) return 'time';
  if (/^(JSON|STRUCT|MAP|UNION)|\[\d*\]$/.test(duckType)) return 'json';
  return 'text';
}
