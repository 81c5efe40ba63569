import type { ChartOptions } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { BuiltQuerySpec } from '#domain/query/query.ts';

/** State of explore: a query and its drawing; `auto` selects the chart kind by the result. */
export type ExploreView = { ask: BuiltQuerySpec; kind: ChartKind | 'auto'; options: Partial<ChartOptions> };
