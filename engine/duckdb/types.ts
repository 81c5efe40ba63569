import type { ColumnType } from '#contract/query.ts';

/** How a column of a type is kept in a segment. */
export const storedAs: Record<ColumnType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIMESTAMPTZ',
  json: 'JSON',
};

/** The type that a result of DuckDB stands for. */
export function typeOf(duckType: string): ColumnType {
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(duckType)) return 'integer';
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(duckType)) return 'number';
  if (duckType === 'BOOLEAN') return 'boolean';
  if (duckType === 'DATE') return 'date';
  if (duckType.startsWith('TIMESTAMP')) return 'time';
  if (/^(JSON|STRUCT|MAP|UNION)|\[\d*\]$/.test(duckType)) return 'json';
  return 'text';
}
