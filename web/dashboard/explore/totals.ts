import type { QueryAsk } from '#contract/query.ts';
import { totalsFor } from '#display/tables/pivot.ts';
import type { View } from './view.ts';

/** So many a question may ask for. */
const most = 16;

/** The question with the totals that its picture shows: only the engine can tell them. */
export function withTotals({ ask, kind, options }: Pick<View, 'ask' | 'kind' | 'options'>): QueryAsk {
  const dimensions = ask.dimensions.map(({ id }) => id);
  if (kind === 'pivot') return { ...ask, totals: totalsFor(dimensions, options.rows ?? 1).slice(0, most) };
  const showsWhole = kind === 'table' || kind === 'figure';
  return { ...ask, totals: showsWhole && dimensions.length > 0 ? [[]] : [] };
}
