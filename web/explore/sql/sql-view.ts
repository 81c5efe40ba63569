import type { ChartOptions } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { QuerySpec } from '#domain/query/query.ts';

export type SqlViewSpec = Extract<QuerySpec, { kind: 'sql' }>;

/** State of the SQL tab: the query and its drawing. An empty text is not run. */
export type SqlView = { ask: SqlViewSpec; kind: ChartKind | 'auto'; options: Partial<ChartOptions> };

export const emptySql: SqlView = {
  ask: { kind: 'sql', sql: '', params: [], limit: 10_000 },
  kind: 'auto',
  options: {},
};
