import type { Chart } from '#domain/query/chart.ts';
import { type ChartKind, chartKindTraits } from '#domain/query/chart-kinds.ts';
import { applyFilters, dayRangeOf } from './apply-filters.ts';
import {
  type Card,
  type ChartCard,
  type Dashboard,
  type DashboardState,
  type DrillStep,
  findCard,
} from './dashboard.ts';
import { filtersOfControl, filtersOfSelection, type CardSelection, currentTimeOf, currentValueOf } from './filters.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import { filtersOfPoint } from './point-filters.ts';
import {
  type QuerySpec,
  type Condition,
  type DatasetQuerySpec,
  type Dimension,
  type Filter,
  type Param,
  type Period,
  type BuiltQuerySpec,
  type Scalar,
  withoutCompare,
} from '#domain/query/query.ts';
import { daysOf, daysOfSpan, grainFor, refitGrain } from '#domain/time/time-steps.ts';

/** The `source` of filters made by the time range. */
const timeSource = 'time';

/** A query, and whether it follows the time range of the dashboard. */
type TimedSpec = { spec: DatasetQuerySpec; time: ChartCard['time'] };

/** The column of a dataset that the time range of a dashboard filters. */
export const timeColumnOf = ({ time }: Dashboard, dataset: string) =>
  time.targets.find((target) => target.dataset === dataset)?.column;

/** The effective period of a query. */
function currentPeriodOf(dashboard: Dashboard, state: DashboardState, { spec, time }: TimedSpec): Period {
  const column = timeColumnOf(dashboard, spec.dataset);
  if (time === 'own' || column === undefined) return spec.period;
  const { span, compare } = currentTimeOf(dashboard, state);
  return span ? { kind: 'during', column, span, compare } : { kind: 'all' };
}

/** The time range as an ignored filter, if it does not apply to a query. */
function ignoredTime(dashboard: Dashboard, state: DashboardState, { spec, time }: TimedSpec): Filter[] {
  const { span } = currentTimeOf(dashboard, state);
  const [first] = dashboard.time.targets;
  if (!first || !span || (time === 'dashboard' && timeColumnOf(dashboard, spec.dataset) !== undefined)) return [];
  return [{ op: 'during', column: first.column, span, source: timeSource }];
}

/** Whether a path step subdivides what the dimension shows. */
const isFiner = (step: DrillStep, dimension: Dimension) =>
  step.kind !== 'time' ||
  dimension.kind !== 'time' ||
  step.column !== dimension.column ||
  daysOf(step.grain) < daysOf(dimension.grain);

const stepSpaceOf = (kind: ChartKind) => (chartKindTraits[kind].hasBars ? 'bars' : 'line');

/** The chart kind for another kind of dimension: values are not drawn as a line, time not as a ring. */
function chartKindFor(kind: ChartKind, before: Dimension, now: Dimension): ChartKind {
  const { axis } = chartKindTraits[kind];
  if (before.kind === now.kind) return axis === 'places' ? 'bar_horizontal' : kind;
  if (now.kind === 'value') return axis === 'time' ? 'bar_horizontal' : kind;
  if (now.kind === 'date_part' && axis === 'time') return 'bar';
  return axis === 'names' || axis === 'places' ? 'bar' : kind;
}

/** Replaces the first dimension of a query. */
function replaceFirstDimension(spec: BuiltQuerySpec, now: Dimension): BuiltQuerySpec {
  const [before, ...others] = spec.dimensions;
  const dimensions = [now, ...others];
  if (before!.kind === now.kind) return { ...spec, dimensions };
  const isTopped = spec.top.kind === 'most' && spec.top.dimension === now.id;
  const [measure] = spec.measures;
  const largest = { kind: 'measure', id: measure!.id, part: 'value', direction: 'descending' } as const;
  // Values are sorted largest first; time steps and bins keep their own order, without top N.
  return now.kind === 'value'
    ? { ...spec, dimensions, order: others.length > 0 ? spec.order : [largest] }
    : { ...spec, dimensions, top: isTopped ? { kind: 'every' } : spec.top, order: [] };
}

type DrillLevel = { chart: Chart & { ask: BuiltQuerySpec }; drillFilters: Filter[]; path: DrillStep[] };

/** The chart with the time range applied and its drill path followed, before other filters. */
function drillLevelOf(dashboard: Dashboard, card: ChartCard, state: DashboardState): DrillLevel | undefined {
  const { chart, time } = card;
  const { ask: spec, drawing } = chart;
  if (spec.kind !== 'query') return undefined;
  const period = currentPeriodOf(dashboard, state, { spec, time });
  const stepSpace = stepSpaceOf(drawing.kind);
  const isFixed = period.kind === 'all' || period === spec.period || chartKindTraits[drawing.kind].isDaily;
  const dimensions = isFixed
    ? spec.dimensions
    : spec.dimensions.map((each) => (each.column === period.column ? refitGrain(each, period.span, stepSpace) : each));
  const start: Chart & { ask: BuiltQuerySpec } = { ask: { ...spec, period, dimensions }, drawing };
  const [first] = dimensions;
  if (!first) return { chart: start, drillFilters: [], path: [] };
  const path = card.path.filter((step) => isFiner(step, first));
  const values = (Object.hasOwn(state.drills, card.id) ? state.drills[card.id]! : []).slice(0, path.length);
  return values.reduce<DrillLevel>((level, value, depth) => drillDown(level, value, card.id, path[depth]!), {
    chart: start,
    drillFilters: [],
    path,
  });
}

function drillDown(
  { chart, drillFilters, path }: DrillLevel,
  value: Scalar,
  source: string,
  step: DrillStep,
): DrillLevel {
  const { ask: spec, drawing } = chart;
  const before = spec.dimensions[0]!;
  const now: Dimension = { ...step, id: before.id };
  const filters = filtersOfPoint(chart, { [before.id]: value }).map((condition): Filter => ({ ...condition, source }));
  const kind = chartKindFor(drawing.kind, before, now);
  return {
    chart: { ask: replaceFirstDimension(spec, now), drawing: { ...drawing, kind } },
    drillFilters: [...drillFilters, ...filters],
    path,
  };
}

/** The drill path of a card under the current state; steps already taken come first. */
export const currentPathOf = (dashboard: Dashboard, card: ChartCard, state: DashboardState): DrillStep[] =>
  drillLevelOf(dashboard, card, state)?.path ?? [];

/** Picks on a card and its drill filters: both filter the other cards. */
function selectionsOn(dashboard: Dashboard, state: DashboardState, card: ChartCard): CardSelection[] {
  const level = drillLevelOf(dashboard, card, state);
  if (!level) return [];
  const { chart, drillFilters } = level;
  const picks = state.picks.filter((pick) => pick.card === card.id);
  const steps = drillFilters.map(({ source: _source, ...condition }): Condition => condition);
  const selection = { card: card.id, dataset: chart.ask.dataset };
  return [
    { ...selection, points: [steps] },
    ...picks.map(({ points }) => ({ ...selection, points: points.map((point) => filtersOfPoint(chart, point)) })),
  ];
}

/** Filters from controls and from selections on cards other than `id`. */
function currentFiltersOf(
  dashboard: Dashboard,
  state: DashboardState,
  { id, dataset }: { id: string; dataset: string },
) {
  const controls = dashboard.controls.map((control) =>
    filtersOfControl(control, currentValueOf(control, state), dataset),
  );
  const touched = new Set([...state.picks.map(({ card }) => card), ...Object.keys(state.drills)]);
  touched.delete(id);
  const points = [...touched].flatMap((each) => {
    const card = findCard(dashboard, each);
    const selections = card?.kind === 'chart' ? selectionsOn(dashboard, state, card) : [];
    return selections.map((selection) => filtersOfSelection(dashboard, selection, dataset));
  });
  const all = [...controls, ...points];
  return { applied: all.flatMap(({ applied }) => applied), ignored: all.flatMap(({ ignored }) => ignored) };
}

/** SQL parameters with the values of their controls. A control without a value leaves the saved one. */
function currentParamsOf(dashboard: Dashboard, state: DashboardState, id: string, params: Param[]): Param[] {
  const acting = dashboard.controls.flatMap((control) =>
    control.targets.flatMap((target) =>
      target.kind === 'param' && target.card === id
        ? [{ param: foldIdentifier(target.param), value: scalarOfControl(currentValueOf(control, state)) }]
        : [],
    ),
  );
  return params.map((param) => {
    const set = acting.find((each) => each.param === foldIdentifier(param.name) && each.value !== undefined);
    return set ? { ...param, value: set.value! } : param;
  });
}

function scalarOfControl(value: ReturnType<typeof currentValueOf>): Scalar | undefined {
  if (value.kind === 'select') return value.values[0];
  if (value.kind === 'text') return value.value.trim() || undefined;
  return value.from ?? value.to ?? undefined;
}

/** Refits time steps to what the filters leave: a month picked on another card is drawn by day. */
function refitTimeSteps<T extends DatasetQuerySpec>(spec: T, set: Filter[], kind: ChartKind): T {
  if (spec.kind !== 'query' || chartKindTraits[kind].isDaily) return spec;
  const stepSpace = stepSpaceOf(kind);
  const dimensions = spec.dimensions.map((dimension) => {
    const [days, another] = set.flatMap((filter) => dayRangeOf(filter, dimension.column) ?? []);
    return days && !another ? refitGrain(dimension, { kind: 'range', ...days }, stepSpace) : dimension;
  });
  return { ...spec, dimensions };
}

type WithIgnored<T> = T & { ignored: Filter[] };

/**
 * The chart of a card under the current state. SQL parameters called `from` and `to` are set by the server, which knows
 * the zone and the time.
 */
export function currentChartOf(
  dashboard: Dashboard,
  card: ChartCard,
  state: DashboardState,
): WithIgnored<{ chart: Chart }> {
  const { chart, time, id } = card;
  if (chart.ask.kind === 'sql') {
    const { ask: spec } = chart;
    return {
      chart: { ...chart, ask: { ...spec, params: currentParamsOf(dashboard, state, id, spec.params) } },
      ignored: [],
    };
  }
  const level = drillLevelOf(dashboard, card, state);
  const baseSpec = level?.chart.ask ?? {
    ...chart.ask,
    period: currentPeriodOf(dashboard, state, { spec: chart.ask, time }),
  };
  const { applied, ignored } = currentFiltersOf(dashboard, state, { id, dataset: baseSpec.dataset });
  const set = [...(level?.drillFilters ?? []), ...applied];
  const drawing = level?.chart.drawing ?? chart.drawing;
  const fitted = refitTimeSteps(baseSpec, applied, drawing.kind);
  return {
    chart: { drawing, ask: applyFilters(fitted, set) },
    ignored: [...ignoredTime(dashboard, state, { spec: baseSpec, time }), ...ignored],
  };
}

/** A query of a card: its main one, without a name, or an additional one. */
export type CardQuery = { name: string; spec: QuerySpec; ignored: Filter[] };

/** Name of the query for the sparkline of a number. */
export const trendName = 'course';

/** A single number as a trend over time; undefined without a time column. */
function trendOf(dashboard: Dashboard, spec: BuiltQuerySpec): BuiltQuerySpec | undefined {
  const { period, dimensions } = spec;
  const column = period.kind === 'during' ? period.column : timeColumnOf(dashboard, spec.dataset);
  if (dimensions.length > 0 || column === undefined) return undefined;
  // The length of all time is unknown here; weeks are a safe default.
  const grain =
    period.kind === 'during' ? grainFor(daysOfSpan(period.span)) : ({ unit: 'week', start: 'monday' } as const);
  return {
    ...spec,
    dimensions: [{ id: trendName, column, kind: 'time', grain }],
    period: withoutCompare(period),
    top: { kind: 'every' },
    order: [],
    limit: 10_000,
    totals: [],
  };
}

/** All queries of a card under the current state. */
export function queriesOfCard(dashboard: Dashboard, card: Card, state: DashboardState): CardQuery[] {
  if (card.kind === 'divider') return [];
  if (card.kind === 'text') {
    return card.numbers.map(({ name, ask: spec }) => {
      const drawing = { kind: 'figure', options: {} } as const;
      const chartCard: ChartCard = {
        ...card,
        kind: 'chart',
        chart: { ask: spec, drawing },
        time: 'dashboard',
        path: [],
        link: null,
      };
      const { chart, ignored } = currentChartOf(dashboard, chartCard, state);
      return { name, spec: chart.ask, ignored };
    });
  }
  const { chart, ignored } = currentChartOf(dashboard, card, state);
  const { ask: spec, drawing } = chart;
  const trend = drawing.kind === 'figure' && spec.kind === 'query' ? trendOf(dashboard, spec) : undefined;
  return [{ name: '', spec, ignored }, ...(trend ? [{ name: trendName, spec: trend, ignored }] : [])];
}
