import type { ColumnType, Direction } from '#contract/query.ts';
import { type Fragment, raw, sql } from '../fragment.ts';

/** What several dialects spell alike. */
export const quoteDouble = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const castTo = (value: Fragment, type: string) => sql`cast(${value} as ${raw(type)})`;

export const isNotDistinct = (one: Fragment, other: Fragment) => sql`${one} is not distinct from ${other}`;

export const orderNullsLast = (value: Fragment, direction: Direction) =>
  sql`${value} ${raw(direction === 'ascending' ? 'asc' : 'desc')} nulls last`;

/** How many decimals 15 significant digits of a size have; negative for large ones, null where there is no such number. */
export const decimalsOf = (size: Fragment) => sql`14 - floor(log10(nullif(${size}, 0)))`;

/** Places like $1, with a cast, because a bare parameter has no type. */
export const dollarPlaces = (types: Record<ColumnType, string>) => (number: number, type: ColumnType) =>
  type === 'text' ? `$${number}` : `$${number}::${types[type]}`;

/** Places like ?, which go by their order. */
export const questionPlaces = (types: Partial<Record<ColumnType, string>>) => (_number: number, type: ColumnType) =>
  types[type] ? `cast(? as ${types[type]})` : '?';
