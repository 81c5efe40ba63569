import type { ChartKind, ChartOptions } from '#contract/chart.ts';
import type { Ask } from '#contract/query.ts';

export type SqlAsk = Extract<Ask, { kind: 'sql' }>;

/** What the SQL tab shows: a question in SQL and how its answer is drawn. An empty text asks nothing. */
export type SqlView = { ask: SqlAsk; kind: ChartKind | 'auto'; options: Partial<ChartOptions> };

export const emptySql: SqlView = {
  ask: { kind: 'sql', sql: '', params: [], limit: 10_000 },
  kind: 'auto',
  options: {},
};
