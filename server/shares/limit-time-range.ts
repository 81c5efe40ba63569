import { isAnchored } from '#domain/time/anchor.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { type Clock, windowOf } from '#domain/time/span.ts';
import type { QuerySpec, Period } from '#domain/query/query.ts';
import { type DashboardQuery, queriesFor, type QueryOptions } from '#server/dashboards/dashboard-queries.ts';

type LinkPeriod = Extract<Period, { kind: 'during' }>;

const duringOf = (spec: QuerySpec | undefined): LinkPeriod | undefined =>
  spec && spec.kind !== 'sql' && spec.period.kind === 'during' ? spec.period : undefined;

function isWithin(period: LinkPeriod, whole: LinkPeriod, clock: Clock): boolean {
  // The end of a span anchored at the newest row is not known yet.
  if (isAnchored(period.span) || isAnchored(whole.span))
    return JSON.stringify(period.span) === JSON.stringify(whole.span);
  const [inner, outer] = [windowOf(period.span, clock), windowOf(whole.span, clock)];
  return inner.from >= outer.from && inner.to <= outer.to;
}

/** The query limited to the period that it has without picks. */
function limitToPeriod(spec: QuerySpec, unfiltered: QuerySpec | undefined, clock: Clock): QuerySpec {
  const [period, whole] = [duringOf(spec), duringOf(unfiltered)];
  if (spec.kind === 'sql' || !period || !whole || isWithin(period, whole, clock)) return spec;
  const { column, span } = period;
  return {
    ...spec,
    period: { ...whole, compare: { kind: 'none' } },
    filters: [...spec.filters, { op: 'during', column, span }],
  };
}

/**
 * The queries of the cards of a link. Picked days normally replace the time range of other cards; here they may
 * only narrow it, otherwise a pick could reach beyond a fixed time range.
 */
export function queriesWithinTimeRange(dashboard: Dashboard, request: QueryOptions): DashboardQuery[] {
  const queries = queriesFor(dashboard, request);
  const { picks, drills } = request.state;
  if (picks.length === 0 && Object.keys(drills).length === 0) return queries;
  const clock = { zone: request.zone, now: Date.parse(request.now) };
  const unfiltered = queriesFor(dashboard, { ...request, state: { ...request.state, picks: [], drills: {} } });
  const unfilteredSpecOf = ({ card, name }: DashboardQuery) =>
    unfiltered.find((each) => each.card === card && each.name === name)?.spec;
  return queries.map((query) => ({ ...query, spec: limitToPeriod(query.spec, unfilteredSpecOf(query), clock) }));
}
