import type { ChartOptions } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Ask } from '#domain/query/query.ts';

export type SqlViewAsk = Extract<Ask, { kind: 'sql' }>;

/** State of the SQL tab: the query and its drawing. An empty text is not run. */
export type SqlView = { ask: SqlViewAsk; kind: ChartKind | 'auto'; options: Partial<ChartOptions> };

export const emptySql: SqlView = {
  ask: { kind: 'sql', sql: '', params: [], limit: 10_000 },
  kind: 'auto',
  options: {},
};
