import type { NewAlert } from '#contract/alerts/routes.ts';
import type { AlertWatch } from '#contract/alerts/schemas.ts';
import type { ResultColumn, TableBinding } from '#domain/query/query.ts';
import type { AlertSeries } from './evaluate.ts';

export type SeriesRequest = {
  watch: AlertWatch;
  /** Number of steps up to now. */
  count: number;
  zone: string;
  origin: NewAlert['origin'];
  /** Bypasses the cache: SQL may use the current time. */
  fresh: boolean;
  signal: AbortSignal;
};

/** A series with the result columns of SQL, the datasets read, and the table bindings of SQL. */
export type LoadedSeries = AlertSeries & { columns: ResultColumn[]; reads: string[]; tables: TableBinding[] };
