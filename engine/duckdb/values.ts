import {
  type DuckDBDataChunk,
  type DuckDBDateValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';

import { offsetAt } from '#domain/cells/cells.ts';
import { shortestFloat } from '#domain/cells/float.ts';
import type { ColumnType } from '#domain/query/query.ts';

/** Converts a DuckDB value to a value of results. */
type ValueConverter = (value: NonNullable<DuckDBValue>) => unknown;

/** The type of a result column and how its values are converted. */
export type ColumnConverter = { type: ColumnType; convert: ValueConverter | null };

/** The converter for a DuckDB type. Times without a zone are local times in `zone`. */
export function columnConverterOf(type: DuckDBType, zone: string): ColumnConverter {
  if (type.alias === 'JSON') return { type: 'json', convert: null };
  return converters[type.typeId]?.(type, zone) ?? { type: 'text', convert: String };
}

const whole: ColumnConverter = { type: 'integer', convert: null };
const large: ColumnConverter = { type: 'integer', convert: (value) => numberOf(value as bigint) };
const real: ColumnConverter = { type: 'number', convert: (value) => (Number.isFinite(value) ? value : null) };

type Micros = { micros: bigint };
const localTimeConverter = (zone: string, instantOf: (value: never) => EpochTime): ColumnConverter => ({
  type: 'time',
  convert: (value) => textOf(fromLocalTime(instantOf(value as never), zone)),
});

const nested = (type: DuckDBType): ColumnConverter => ({
  type: 'json',
  convert: (value) => JSON.stringify(JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter)),
});

const id = DuckDBTypeId;
const converters: Partial<Record<DuckDBTypeId, (type: DuckDBType, zone: string) => ColumnConverter>> = {
  [id.BOOLEAN]: () => ({ type: 'boolean', convert: null }),
  [id.TINYINT]: () => whole,
  [id.SMALLINT]: () => whole,
  [id.INTEGER]: () => whole,
  [id.UTINYINT]: () => whole,
  [id.USMALLINT]: () => whole,
  [id.UINTEGER]: () => whole,
  [id.BIGINT]: () => large,
  [id.UBIGINT]: () => large,
  [id.HUGEINT]: () => large,
  [id.UHUGEINT]: () => large,
  [id.BIGNUM]: () => large,
  [id.FLOAT]: () => ({ type: 'number', convert: (value) => floatOf(value as number) }),
  [id.DOUBLE]: () => real,
  [id.DECIMAL]: () => ({ type: 'number', convert: (value) => Number(String(value)) }),
  [id.VARCHAR]: () => ({ type: 'text', convert: null }),
  [id.DATE]: () => ({ type: 'date', convert: (value) => dayOf(value as DuckDBDateValue) }),
  [id.TIMESTAMP_TZ]: () => ({ type: 'time', convert: (value) => textOf(epochTimeOf((value as Micros).micros)) }),
  [id.TIMESTAMP]: (_, zone) => localTimeConverter(zone, ({ micros }: Micros) => epochTimeOf(micros)),
  [id.TIMESTAMP_S]: (_, zone) =>
    localTimeConverter(zone, ({ seconds }: { seconds: bigint }) => ({ seconds: Number(seconds), micros: 0 })),
  [id.TIMESTAMP_MS]: (_, zone) =>
    localTimeConverter(zone, ({ millis }: { millis: bigint }) => epochTimeOf(millis * 1000n)),
  [id.TIMESTAMP_NS]: (_, zone) =>
    localTimeConverter(zone, ({ nanos }: { nanos: bigint }) => epochTimeOf(nanos / 1000n)),
  [id.LIST]: nested,
  [id.ARRAY]: nested,
  [id.STRUCT]: nested,
  [id.MAP]: nested,
  [id.UNION]: nested,
  [id.VARIANT]: nested,
  [id.SQLNULL]: () => ({ type: 'text', convert: null }),
};

// Counts are bigints; those that a number represents exactly become numbers.
const numberOf = (value: bigint) => (value <= safe && value >= -safe ? Number(value) : String(value));
const safe = BigInt(Number.MAX_SAFE_INTEGER);

const floatOf = (value: number) => (Number.isFinite(value) ? shortestFloat(value) : null);

const dayMs = 86_400_000;

function dayOf(value: DuckDBDateValue): string | null {
  const ms = value.days * dayMs;
  return isPlainYear(ms) ? new Date(ms).toISOString().slice(0, 10) : null;
}

const isPlainYear = (ms: number) => ms >= year1 && ms < year10000;
const year1 = Date.UTC(2000, 0, 1) - 730_119 * dayMs;
const year10000 = Date.UTC(9999, 11, 31) + dayMs;

/** Whole seconds since 1970 and the microseconds beyond: before 1685 microseconds alone exceed a safe integer. */
type EpochTime = { seconds: number; micros: number };

function epochTimeOf(micros: bigint): EpochTime {
  const rest = Number(micros % 1_000_000n);
  const seconds = Number(micros / 1_000_000n);
  return rest < 0 ? { seconds: seconds - 1, micros: rest + 1_000_000 } : { seconds, micros: rest };
}

/** ISO text to the second, or finer if needed. Null outside the calendar: some values are infinite. */
function textOf({ seconds, micros }: EpochTime): string | null {
  if (!isPlainYear(seconds * 1000)) return null;
  const digits = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${digits}Z`;
}

function fromLocalTime({ seconds, micros }: EpochTime, zone: string): EpochTime {
  const isUtc = zone === 'UTC' || !isPlainYear(seconds * 1000);
  return { seconds: isUtc ? seconds : seconds - localOffsetAt(zone, seconds) / 1000, micros };
}

// Cached: calendar lookups are slow, and offsets change only at quarters of an hour.
const quarter = 900;
const offsets = new Map<string, number>();

function localOffsetAt(zone: string, seconds: number): number {
  const slot = Math.floor(seconds / quarter);
  const key = `${zone} ${slot}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const localMs = slot * quarter * 1000;
  const offset = offsetAt(zone, localMs - offsetAt(zone, localMs));
  if (offsets.size > 100_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The values of a column of a chunk. */
export function valuesOf(chunk: DuckDBDataChunk, column: number, { convert }: ColumnConverter): unknown[] {
  const values = chunk.getColumnValues(column) as unknown[];
  if (!convert) return values;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as DuckDBValue;
    if (value !== null) values[row] = convert(value);
  }
  return values;
}
