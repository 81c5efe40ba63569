import { isNumeric } from '#domain/query/column-types.ts';
import type { FileSource } from '#engine/engine.ts';
import { quoteName } from '#engine/sql/quote.ts';
import type { ProfileDialect } from './profile-dialect.ts';

const functions = { min: 'min', max: 'max', mean: 'avg', deviation: 'stddev_pop' };
const asNumber = (value: string) => `${value}::double`;

/** The profile of rows in files. */
export const duckdbProfile: ProfileDialect<FileSource> = {
  quote: quoteName,
  rowsOf: (source) => ({
    source: { ...source, name: 'rows', columns: source.columns.map((column) => ({ ...column, name: column.id })) },
    rows: 'rows',
  }),
  distinct: (value) => `count(distinct ${value})`,
  approximateDistinct: (value) => `approx_count_distinct(${value})`,
  scale: (column) => {
    const name = quoteName(column.id);
    return isNumeric(column) ? asNumber(name) : `epoch(${name}::timestamptz)`;
  },
  typedNull: { number: 'null::double', text: 'null::varchar' },
  isFinite: (value) => `isfinite(${value})`,
  aggregate: (kind, value, condition) => `${functions[kind]}(${value}) filter (${condition})`,
  asNumber,
  asInteger: (value) => `${value}::integer`,
  shortText: (value) => `left(${value}::varchar, 100)`,
};
