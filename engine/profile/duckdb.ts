import { isNumber } from './bins.ts';
import { quoteDouble } from '#engine/sql/dialects/standard.ts';
import type { FileSource } from '#engine/engine.ts';
import type { ProfileDialect } from './profile-dialect.ts';

const functions = { min: 'min', max: 'max', mean: 'avg', deviation: 'stddev_pop' };
const asNumber = (value: string) => `${value}::double`;

/** The profile of rows in files. */
export const duckdbProfile: ProfileDialect<FileSource> = {
  quote: quoteDouble,
  rowsOf: (source) => ({
    source: { ...source, name: 'rows', columns: source.columns.map((column) => ({ ...column, name: column.id })) },
    rows: 'rows',
  }),
  distinct: (value) => `count(distinct ${value})`,
  approximateDistinct: (value) => `approx_count_distinct(${value})`,
  scale: (column) => {
    const name = quoteDouble(column.id);
    return isNumber(column) ? asNumber(name) : `epoch(${name}::timestamptz)`;
  },
  typedNull: { number: 'null::double', text: 'null::varchar' },
  isFinite: (value) => `isfinite(${value})`,
  aggregate: (kind, value, condition) => `${functions[kind]}(${value}) filter (${condition})`,
  asNumber,
  asInteger: (value) => `${value}::integer`,
  shortText: (value) => `left(${value}::varchar, 100)`,
};
