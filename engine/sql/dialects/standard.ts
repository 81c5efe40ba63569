import type { ColumnType, Direction } from '#domain/query/query.ts';
import type { Dialect } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';

export const castTo = (value: Fragment, type: string) => sql`cast(${value} as ${raw(type)})`;

export const isNotDistinct = (one: Fragment, other: Fragment) => sql`${one} is not distinct from ${other}`;

export const orderNullsLast = (value: Fragment, direction: Direction) =>
  sql`${value} ${raw(direction === 'ascending' ? 'asc' : 'desc')} nulls last`;

/** The number of decimals of 15 significant digits of a size; negative for large sizes, null for zero. */
export const decimalsOf = (size: Fragment) => sql`14 - floor(log10(nullif(${size}, 0)))`;

/** Placeholders like $1, with a cast, because a bare parameter has no type. */
export const dollarPlaceholders = (types: Record<ColumnType, string>) => (number: number, type: ColumnType) =>
  type === 'text' ? `$${number}` : `$${number}::${types[type]}`;

/** Placeholders like ?, bound by their order. */
export const questionPlaceholders =
  (types: Partial<Record<ColumnType, string>>) => (_number: number, type: ColumnType) =>
    types[type] ? `cast(? as ${types[type]})` : '?';

export const standardFunctions: Pick<
  Dialect,
  'exactText' | 'indexedText' | 'joinedCell' | 'asBoolean' | 'lower' | 'aggregate'
> = {
  exactText: (text) => text,
  indexedText: null,
  joinedCell: (cell) => cell,
  asBoolean: (condition) => condition,
  lower: (text) => sql`lower(${text})`,
  aggregate: (kind, value) => sql`${raw(kind)}(${value})`,
};
