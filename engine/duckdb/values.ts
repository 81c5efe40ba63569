import {
  type DuckDBDataChunk,
  type DuckDBDateValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';

import { offsetAt } from '#contract/cells.ts';
import type { ColumnType } from '#contract/query.ts';

/** Makes a value of DuckDB one of ours. */
export type Shape = (value: NonNullable<DuckDBValue>) => unknown;

/** One column of a result: what its values are, and how they become that. */
export type Shaped = { type: ColumnType; shape: Shape | null };

/** How the values of a type come out. Times without a zone are those on the wall in `zone`. */
export function shapedOf(type: DuckDBType, zone: string): Shaped {
  if (type.alias === 'JSON') return { type: 'json', shape: null };
  return shapes[type.typeId]?.(type, zone) ?? { type: 'text', shape: String };
}

const whole: Shaped = { type: 'integer', shape: null };
const large: Shaped = { type: 'integer', shape: (value) => numberOf(value as bigint) };
const real: Shaped = { type: 'number', shape: (value) => (Number.isFinite(value) ? value : null) };

type Micros = { micros: bigint };
const onWall = (zone: string, momentOf: (value: never) => Moment): Shaped => ({
  type: 'time',
  shape: (value) => textOf(fromWall(momentOf(value as never), zone)),
});

const nested = (type: DuckDBType): Shaped => ({
  type: 'json',
  shape: (value) => JSON.stringify(JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter)),
});

const id = DuckDBTypeId;
const shapes: Partial<Record<DuckDBTypeId, (type: DuckDBType, zone: string) => Shaped>> = {
  [id.BOOLEAN]: () => ({ type: 'boolean', shape: null }),
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
  [id.FLOAT]: () => ({ type: 'number', shape: (value) => floatOf(value as number) }),
  [id.DOUBLE]: () => real,
  [id.DECIMAL]: () => ({ type: 'number', shape: (value) => Number(String(value)) }),
  [id.VARCHAR]: () => ({ type: 'text', shape: null }),
  [id.DATE]: () => ({ type: 'date', shape: (value) => dayOf(value as DuckDBDateValue) }),
  [id.TIMESTAMP_TZ]: () => ({ type: 'time', shape: (value) => textOf(momentOf((value as Micros).micros)) }),
  [id.TIMESTAMP]: (_, zone) => onWall(zone, ({ micros }: Micros) => momentOf(micros)),
  [id.TIMESTAMP_S]: (_, zone) =>
    onWall(zone, ({ seconds }: { seconds: bigint }) => ({ seconds: Number(seconds), micros: 0 })),
  [id.TIMESTAMP_MS]: (_, zone) => onWall(zone, ({ millis }: { millis: bigint }) => momentOf(millis * 1000n)),
  [id.TIMESTAMP_NS]: (_, zone) => onWall(zone, ({ nanos }: { nanos: bigint }) => momentOf(nanos / 1000n)),
  [id.LIST]: nested,
  [id.ARRAY]: nested,
  [id.STRUCT]: nested,
  [id.MAP]: nested,
  [id.UNION]: nested,
  [id.VARIANT]: nested,
  [id.SQLNULL]: () => ({ type: 'text', shape: null }),
};

// Counts come as large integers; what a number holds is a number.
const numberOf = (value: bigint) => (value <= safe && value >= -safe ? Number(value) : String(value));
const safe = BigInt(Number.MAX_SAFE_INTEGER);

// 0.1 of four bytes is not 0.10000000149 to anyone.
const floatOf = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(7)) : null);

const dayMs = 86_400_000;

function dayOf(value: DuckDBDateValue): string | null {
  const ms = value.days * dayMs;
  return isPlainYear(ms) ? new Date(ms).toISOString().slice(0, 10) : null;
}

const isPlainYear = (ms: number) => ms >= year1 && ms < year10000;
const year1 = Date.UTC(2000, 0, 1) - 730_119 * dayMs;
const year10000 = Date.UTC(9999, 11, 31) + dayMs;

/** Whole seconds since 1970 and what is beyond them: microseconds alone are too many for a number before 1685. */
type Moment = { seconds: number; micros: number };

function momentOf(micros: bigint): Moment {
  const rest = Number(micros % 1_000_000n);
  const seconds = Number(micros / 1_000_000n);
  return rest < 0 ? { seconds: seconds - 1, micros: rest + 1_000_000 } : { seconds, micros: rest };
}

/** A moment as text: to the second, or as much finer as it is. Null beyond the calendar: some are infinite. */
function textOf({ seconds, micros }: Moment): string | null {
  if (!isPlainYear(seconds * 1000)) return null;
  const digits = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${digits}Z`;
}

function fromWall({ seconds, micros }: Moment, zone: string): Moment {
  const isUtc = zone === 'UTC' || !isPlainYear(seconds * 1000);
  return { seconds: isUtc ? seconds : seconds - offsetOnWall(zone, seconds) / 1000, micros };
}

// Asking the calendar is slow, and offsets change at quarters of an hour.
const quarter = 900;
const offsets = new Map<string, number>();

function offsetOnWall(zone: string, seconds: number): number {
  const slot = Math.floor(seconds / quarter);
  const key = `${zone} ${slot}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const wall = slot * quarter * 1000;
  const offset = offsetAt(zone, wall - offsetAt(zone, wall));
  if (offsets.size > 100_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The values of a column of a chunk. */
export function valuesOf(chunk: DuckDBDataChunk, column: number, { shape }: Shaped): unknown[] {
  const values = chunk.getColumnValues(column) as unknown[];
  if (!shape) return values;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as DuckDBValue;
    if (value !== null) values[row] = shape(value);
  }
  return values;
}
