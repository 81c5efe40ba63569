import type { BuiltQuerySpec } from '#domain/query/query.ts';
import { totalsFor } from '#display/tables/pivot.ts';
import type { ExploreView } from './explore-view.ts';

/** Limit of totals per query. */
const maxTotals = 16;

/** Adds the totals that the chart kind needs; only the engine can compute them. */
export function withTotals({
  ask: spec,
  kind,
  options,
}: Pick<ExploreView, 'ask' | 'kind' | 'options'>): BuiltQuerySpec {
  const dimensions = spec.dimensions.map(({ id }) => id);
  if (kind === 'pivot') return { ...spec, totals: totalsFor(dimensions, options.rows ?? 1).slice(0, maxTotals) };
  const showsTotal = kind === 'table' || kind === 'figure';
  return { ...spec, totals: showsTotal && dimensions.length > 0 ? [[]] : [] };
}
