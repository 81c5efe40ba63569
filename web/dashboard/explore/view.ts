import type { ChartKind, ChartOptions } from '#contract/chart.ts';
import type { Ask } from '#contract/query.ts';

/** A question by its parts. */
export type QueryAsk = Extract<Ask, { kind: 'query' }>;

/** What explore shows: a question and how its answer is drawn; `auto` leaves the kind to the answer. */
export type View = { ask: QueryAsk; kind: ChartKind | 'auto'; options: Partial<ChartOptions> };

export const emptyAsk = (dataset: string): QueryAsk => ({
  kind: 'query',
  dataset,
  dimensions: [],
  measures: [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 10_000,
  totals: [],
});
