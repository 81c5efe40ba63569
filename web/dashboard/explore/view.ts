import type { ChartKind, ChartOptions } from '#contract/chart.ts';
import type { QueryAsk } from '#contract/query.ts';

/** What explore shows: a question and how its answer is drawn; `auto` leaves the kind to the answer. */
export type View = { ask: QueryAsk; kind: ChartKind | 'auto'; options: Partial<ChartOptions> };
