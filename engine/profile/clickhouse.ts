import { isNumeric } from '#domain/query/column-types.ts';
import type { WarehouseSource } from '#engine/engine.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { warehouseRows } from '#engine/sql/warehouse-rows.ts';
import type { ProfileDialect } from './profile-dialect.ts';

const functions = { min: 'minIf', max: 'maxIf', mean: 'avgIf', deviation: 'stddevPopIf' };
// Nullable, because an aggregate without values would be zero.
const asNumber = (value: string) => `cast(${value} as Nullable(Float64))`;

/** The profile of rows in the warehouse. */
export const clickhouseProfile: ProfileDialect<WarehouseSource> = {
  quote: clickhouse.quote,
  rowsOf: (source) => {
    const named = { ...source, columns: source.columns.map((column) => ({ ...column, name: column.id })) };
    return { source: named, rows: `(${warehouseRows(named)})` };
  },
  distinct: (value) => `uniqExact(${value})`,
  approximateDistinct: (value) => `uniq(${value})`,
  scale: (column) => {
    const name = clickhouse.quote(column.id);
    if (isNumeric(column)) return asNumber(name);
    return asNumber(`toUnixTimestamp64Micro(toDateTime64(${name}, 6, 'UTC')) / 1e6`);
  },
  typedNull: { number: 'cast(null as Nullable(Float64))', text: 'cast(null as Nullable(String))' },
  isFinite: (value) => `isFinite(${value})`,
  aggregate: (kind, value, condition) => `${functions[kind]}(${asNumber(value)}, ${condition})`,
  asNumber,
  asInteger: (value) => `toInt32(${value})`,
  shortText: (value) => `substringUTF8(toString(${value}), 1, 100)`,
};
