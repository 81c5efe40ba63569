import type { Chart, ChartKind } from './chart.ts';
import type { Card, ChartCard, Dashboard, DashboardState, Step, TimeRange } from './dashboard.ts';
import { filteredByControl, filteredByPoints, findCard, type Meant, timeNow, valueNow } from './dashboard-filters.ts';
import { foldIdentifier } from './identifier.ts';
import { filtersOfPoint, isDay } from './point.ts';
import type {
  Ask,
  Compare,
  Condition,
  DatasetAsk,
  Day,
  Dimension,
  Filter,
  Param,
  Period,
  QueryAsk,
  Scalar,
  Span,
} from './query.ts';
import {
  dayBefore,
  daysBetween,
  daysOf,
  daysOfSpan,
  grainFor,
  lastDayOf,
  refitted,
  weeksBefore,
  weeksOf,
} from './steps.ts';

/** The source of what the time range filters. */
export const timeSource = 'time';

/** A question, and whether it follows the time range of the dashboard. */
type Part = { ask: DatasetAsk; time: ChartCard['time'] };

const timeColumnOf = ({ time }: Dashboard, dataset: string) =>
  time.targets.find((target) => target.dataset === dataset)?.column;

/** The period of a question as it is now. */
function periodNow(dashboard: Dashboard, state: DashboardState, { ask, time }: Part): Period {
  const column = timeColumnOf(dashboard, ask.dataset);
  if (time === 'own' || column === undefined) return ask.period;
  const { span, compare } = timeNow(dashboard, state);
  return span ? { kind: 'during', column, span, compare } : { kind: 'all' };
}

/** A time range that a question has no column for. */
function ignoredTime(dashboard: Dashboard, state: DashboardState, { ask, time }: Part): Filter[] {
  const { span } = timeNow(dashboard, state);
  const [first] = dashboard.time.targets;
  if (!first || !span || (time === 'dashboard' && timeColumnOf(dashboard, ask.dataset) !== undefined)) return [];
  return [{ op: 'during', column: first.column, span, source: timeSource }];
}

/** Whether a step divides what the dimension before it shows. */
const isFiner = (step: Step, dimension: Dimension) =>
  step.kind !== 'time' ||
  dimension.kind !== 'time' ||
  step.column !== dimension.column ||
  daysOf(step.grain) < daysOf(dimension.grain);

const inBars = new Set<ChartKind>(['bar', 'bar_horizontal', 'combination', 'waterfall']);
const overTime = new Set<ChartKind>(['line', 'area', 'calendar']);
const overNames = new Set<ChartKind>([
  'bar_horizontal',
  'ring',
  'pie',
  'treemap',
  'sunburst',
  'words',
  'world',
  'china',
]);

/** The picture for another kind of dimension: names are no line, time is no ring. */
function kindNow(kind: ChartKind, before: Dimension, now: Dimension): ChartKind {
  if (before.kind === now.kind) return kind === 'world' || kind === 'china' ? 'bar_horizontal' : kind;
  if (now.kind === 'value') return overTime.has(kind) ? 'bar_horizontal' : kind;
  if (now.kind === 'date_part' && overTime.has(kind)) return 'bar';
  return overNames.has(kind) ? 'bar' : kind;
}

/** The question after its first dimension has become another. */
function withFirst(ask: QueryAsk, now: Dimension): QueryAsk {
  const [before, ...others] = ask.dimensions;
  const dimensions = [now, ...others];
  if (before!.kind === now.kind) return { ...ask, dimensions };
  const isTopped = ask.top.kind === 'most' && ask.top.dimension === now.id;
  const [measure] = ask.measures;
  const largest = { kind: 'measure', id: measure!.id, part: 'value', direction: 'descending' } as const;
  // Names come largest first; steps of time and bins in their own order, and all of them.
  return now.kind === 'value'
    ? { ...ask, dimensions, order: others.length > 0 ? ask.order : [largest] }
    : { ...ask, dimensions, top: isTopped ? { kind: 'every' } : ask.top, order: [] };
}

type Level = { chart: Chart & { ask: QueryAsk }; taken: Filter[]; path: Step[] };

/** The chart with the time range put in and the steps of its path taken, before anything else filters it. */
function levelOf(dashboard: Dashboard, card: ChartCard, state: DashboardState): Level | undefined {
  const { chart, time } = card;
  const { ask, drawing } = chart;
  if (ask.kind !== 'query') return undefined;
  const period = periodNow(dashboard, state, { ask, time });
  const room = inBars.has(drawing.kind) ? 'bars' : 'line';
  const isFixed = period.kind === 'all' || period === ask.period || drawing.kind === 'calendar';
  const dimensions = isFixed
    ? ask.dimensions
    : ask.dimensions.map((each) => (each.column === period.column ? refitted(each, period.span, room) : each));
  const begin: Chart & { ask: QueryAsk } = { ask: { ...ask, period, dimensions }, drawing };
  const [first] = dimensions;
  if (!first) return { chart: begin, taken: [], path: [] };
  const path = card.path.filter((step) => isFiner(step, first));
  const values = (Object.hasOwn(state.drills, card.id) ? state.drills[card.id]! : []).slice(0, path.length);
  return values.reduce<Level>((level, value, depth) => stepDown(level, value, card.id, path[depth]!), {
    chart: begin,
    taken: [],
    path,
  });
}

function stepDown({ chart, taken, path }: Level, value: Scalar, source: string, step: Step): Level {
  const { ask, drawing } = chart;
  const before = ask.dimensions[0]!;
  const now: Dimension = { ...step, id: before.id };
  const filters = filtersOfPoint(chart, { [before.id]: value }).map((condition): Filter => ({ ...condition, source }));
  const kind = kindNow(drawing.kind, before, now);
  return {
    chart: { ask: withFirst(ask, now), drawing: { ...drawing, kind } },
    taken: [...taken, ...filters],
    path,
  };
}

/** The steps that someone can go down from a card as it is now; those already taken come first. */
export const pathNow = (dashboard: Dashboard, card: ChartCard, state: DashboardState): Step[] =>
  levelOf(dashboard, card, state)?.path ?? [];

/** What is picked on a card, and the steps that someone went down on it: the other cards follow both. */
function meantOn(dashboard: Dashboard, state: DashboardState, card: ChartCard): Meant[] {
  const level = levelOf(dashboard, card, state);
  if (!level) return [];
  const { chart, taken } = level;
  const picks = state.picks.filter((pick) => pick.card === card.id);
  const steps = taken.map(({ source: _source, ...condition }): Condition => condition);
  const meant = { card: card.id, dataset: chart.ask.dataset };
  return [
    { ...meant, points: [steps] },
    ...picks.map(({ points }) => ({ ...meant, points: points.map((point) => filtersOfPoint(chart, point)) })),
  ];
}

/** The filters of controls, and of what is meant on other cards than `id`. */
function filtersNow(dashboard: Dashboard, state: DashboardState, { id, dataset }: { id: string; dataset: string }) {
  const controls = dashboard.controls.map((control) => filteredByControl(control, valueNow(control, state), dataset));
  const touched = new Set([...state.picks.map(({ card }) => card), ...Object.keys(state.drills)]);
  touched.delete(id);
  const points = [...touched].flatMap((each) => {
    const card = findCard(dashboard, each);
    const meant = card?.kind === 'chart' ? meantOn(dashboard, state, card) : [];
    return meant.map((one) => filteredByPoints(dashboard, one, dataset));
  });
  const all = [...controls, ...points];
  return { applied: all.flatMap(({ applied }) => applied), ignored: all.flatMap(({ ignored }) => ignored) };
}

/** The parameters of SQL, with the values of controls that act on them. One without a value leaves what was written. */
function paramsNow(dashboard: Dashboard, state: DashboardState, id: string, params: Param[]): Param[] {
  const acting = dashboard.controls.flatMap((control) =>
    control.targets.flatMap((target) =>
      target.kind === 'param' && target.card === id
        ? [{ param: foldIdentifier(target.param), value: scalarNow(valueNow(control, state)) }]
        : [],
    ),
  );
  return params.map((param) => {
    const set = acting.find((each) => each.param === foldIdentifier(param.name) && each.value !== undefined);
    return set ? { ...param, value: set.value! } : param;
  });
}

function scalarNow(value: ReturnType<typeof valueNow>): Scalar | undefined {
  if (value.kind === 'select') return value.values[0];
  if (value.kind === 'text') return value.value.trim() || undefined;
  return value.from ?? value.to ?? undefined;
}

const isAbout = (filter: Filter, column: string): boolean => {
  if ('filters' in filter) return filter.filters.some((each) => isAbout(each, column));
  return 'filter' in filter ? isAbout(filter.filter, column) : filter.column === column;
};

const needsBase = (ask: DatasetAsk): boolean =>
  ask.kind === 'query' &&
  ((ask.top.kind === 'most' && ask.top.part !== 'value') ||
    ask.order.some((order) => order.kind === 'measure' && order.part !== 'value'));

/** The days that a filter leaves of a column, if it is one stretch of them. */
function stretchOf(filter: Filter, column: string): { from: Day; to: Day } | undefined {
  if (filter.op === 'equals' && filter.column === column && isDay(filter.value)) {
    return { from: filter.value, to: filter.value };
  }
  const { op } = filter;
  return op === 'between' && filter.column === column && isDay(filter.from) && isDay(filter.to)
    ? { from: filter.from, to: filter.to }
    : undefined;
}

/** What picked days are compared with: the same days of what the whole time is compared with. */
function compareOf({ from, to }: { from: Day; to: Day }, { span, compare }: TimeRange & { span: Span }): Compare {
  const isWeeks = (daysBetween(from, to) + 1) % 7 === 0 && lastDayOf(from, { unit: 'month' }) !== to;
  if (compare.kind === 'last_year' && !isWeeks) return compare;
  if (compare.kind !== 'previous' && compare.kind !== 'last_year') return { kind: 'none' };
  const [first, last] = [from, to].map((day) =>
    compare.kind === 'last_year'
      ? weeksBefore(day, 52)
      : isWeeks
        ? weeksBefore(day, weeksOf(span))
        : dayBefore(day, span),
  );
  return { kind: 'custom', span: { kind: 'range', from: first!, to: last! } };
}

/**
 * The question under the filters. Whoever picks days of a compared time leaves nothing of the time before, so that the
 * time itself becomes those days; of other picks on it there is no base, which is better than a false one.
 */
export function narrowed<Asked extends DatasetAsk>(ask: Asked, set: Filter[]): Asked {
  const { period } = ask;
  const plain = { ...ask, filters: [...ask.filters, ...set] };
  if (period.kind === 'all' || period.compare.kind === 'none' || needsBase(ask)) return plain;
  const [about, another] = set.filter((filter) => isAbout(filter, period.column));
  if (!about) return plain;
  const days = another ? undefined : stretchOf(about, period.column);
  if (!days) return { ...plain, period: { ...period, compare: { kind: 'none' } } };
  return {
    ...ask,
    period: { ...period, span: { kind: 'range', ...days }, compare: compareOf(days, period) },
    filters: [...ask.filters, ...set.filter((filter) => filter !== about)],
  };
}

/** Steps of time that fit what the filters leave: a month that was picked on another card is drawn in its days. */
function refittedTo<Asked extends DatasetAsk>(ask: Asked, set: Filter[], kind: ChartKind): Asked {
  if (ask.kind !== 'query' || kind === 'calendar') return ask;
  const room = inBars.has(kind) ? 'bars' : 'line';
  const dimensions = ask.dimensions.map((dimension) => {
    const [days, another] = set.flatMap((filter) => stretchOf(filter, dimension.column) ?? []);
    return days && !another ? refitted(dimension, { kind: 'range', ...days }, room) : dimension;
  });
  return { ...ask, dimensions };
}

type Now<T> = T & { ignored: Filter[] };

/**
 * The chart of a card as it is asked now. Parameters of SQL called `from` and `to` are set by the server, which knows
 * the zone and the moment.
 */
export function chartNow(dashboard: Dashboard, card: ChartCard, state: DashboardState): Now<{ chart: Chart }> {
  const { chart, time, id } = card;
  if (chart.ask.kind === 'sql') {
    const { ask } = chart;
    return { chart: { ...chart, ask: { ...ask, params: paramsNow(dashboard, state, id, ask.params) } }, ignored: [] };
  }
  const level = levelOf(dashboard, card, state);
  const asked = level?.chart.ask ?? { ...chart.ask, period: periodNow(dashboard, state, { ask: chart.ask, time }) };
  const { applied, ignored } = filtersNow(dashboard, state, { id, dataset: asked.dataset });
  const set = [...(level?.taken ?? []), ...applied];
  const drawing = level?.chart.drawing ?? chart.drawing;
  const fitted = refittedTo(asked, applied, drawing.kind);
  return {
    chart: { drawing, ask: narrowed(fitted, set) },
    ignored: [...ignoredTime(dashboard, state, { ask: asked, time }), ...ignored],
  };
}

/** A question that belongs to a card: its own, without a name, and those beside it. */
export type CardQuestion = { name: string; ask: Ask; ignored: Filter[] };

/** The name of the question for the line along time under a figure. */
export const courseName = 'course';

/** One number step by step along time; undefined where there is no time to go along. */
export function courseOf(dashboard: Dashboard, ask: QueryAsk): QueryAsk | undefined {
  const { period, dimensions } = ask;
  const column = period.kind === 'during' ? period.column : timeColumnOf(dashboard, ask.dataset);
  if (dimensions.length > 0 || column === undefined) return undefined;
  // Of all time it is not known how long that is; weeks are neither few nor many.
  const grain =
    period.kind === 'during' ? grainFor(daysOfSpan(period.span)) : ({ unit: 'week', start: 'monday' } as const);
  return {
    ...ask,
    dimensions: [{ id: courseName, column, kind: 'time', grain }],
    period: period.kind === 'during' ? { ...period, compare: { kind: 'none' } } : period,
    top: { kind: 'every' },
    order: [],
    limit: 10_000,
    totals: [],
  };
}

/** The questions of a card as they are asked now. */
export function questionsOf(dashboard: Dashboard, card: Card, state: DashboardState): CardQuestion[] {
  if (card.kind === 'divider') return [];
  if (card.kind === 'text') {
    return card.numbers.map(({ name, ask }) => {
      const drawing = { kind: 'figure', options: {} } as const;
      const asked: ChartCard = {
        ...card,
        kind: 'chart',
        chart: { ask, drawing },
        time: 'dashboard',
        path: [],
        link: null,
      };
      const { chart, ignored } = chartNow(dashboard, asked, state);
      return { name, ask: chart.ask, ignored };
    });
  }
  const { chart, ignored } = chartNow(dashboard, card, state);
  const { ask, drawing } = chart;
  const course = drawing.kind === 'figure' && ask.kind === 'query' ? courseOf(dashboard, ask) : undefined;
  return [{ name: '', ask, ignored }, ...(course ? [{ name: courseName, ask: course, ignored }] : [])];
}
