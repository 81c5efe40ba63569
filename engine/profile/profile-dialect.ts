import type { Column } from '#domain/query/query.ts';
import type { EngineSource } from '#engine/engine.ts';

/** How the SQL of a profile is spelled for rows in one place. */
export type ProfileDialect<S extends EngineSource> = {
  quote: (name: string) => string;
  /** A source whose columns are named by their ids, and how SQL refers to its rows. */
  rowsOf: (source: S) => { source: S; rows: string };
  distinct: (value: string) => string;
  /** An estimate of the number of distinct values, much faster than counting. */
  approximateDistinct: (value: string) => string;
  /** The value of a column as a number; dates and times are in seconds. */
  scale: (column: Column) => string;
  /** A null that has the type of a number, or of a text. */
  typedNull: Record<'number' | 'text', string>;
  isFinite: (value: string) => string;
  /** An aggregate of the values that meet a condition; null if there are none. */
  aggregate: (kind: 'min' | 'max' | 'mean' | 'deviation', value: string, condition: string) => string;
  asNumber: (value: string) => string;
  asInteger: (value: string) => string;
  /** The first 100 characters. */
  shortText: (value: string) => string;
};
