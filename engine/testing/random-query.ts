import type {
  Column,
  DatePart,
  Dimension,
  Filter,
  Formula,
  Grain,
  Measure,
  QueryOrder,
  Period,
  Query,
  Span,
  Top,
} from '#domain/query/query.ts';
import type { ReferenceRow } from './reference-dimensions.ts';
import type { Random } from './random.ts';

export const columns: Column[] = [
  { id: 'c1', name: 'city', type: 'text' },
  { id: 'c2', name: 'a "strange" name', type: 'text' },
  { id: 'c3', name: 'units', type: 'integer' },
  { id: 'c4', name: 'amount', type: 'number' },
  { id: 'c5', name: 'paid', type: 'boolean' },
  { id: 'c6', name: 'due', type: 'date' },
  { id: 'c7', name: 'at', type: 'time' },
];
const cities = ['上海', '北京', 'Zürich', 'New York', 'new delhi', "L'Aquila", '🚀', ''];
const channels = ['web', 'App', 'shop'];
export const zones = [
  'UTC',
  'Asia/Shanghai',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
];
const first = Date.UTC(2024, 0, 1);
const last = Date.UTC(2026, 11, 31);
// Dates of clock changes, month ends and year ends.
const edgeDates = ['2026-03-08', '2026-11-01', '2024-02-29', '2025-12-31', '2026-01-31'].map((text) =>
  Date.parse(text),
);

export function randomRows(random: Random, count: number): ReferenceRow[] {
  const orNull = <T>(value: T) => (random.chance(0.1) ? null : value);
  return Array.from({ length: count }, () => {
    const near = random.pick(edgeDates) + random.between(-48 * 60, 48 * 60) * 60_000;
    const moment = random.chance(0.4) ? near : random.between(first / 1000, last / 1000) * 1000;
    return {
      c1: orNull(random.pick(cities)),
      c2: orNull(random.pick(channels)),
      c3: orNull(random.between(-5, 40)),
      c4: orNull(random.between(-10_000, 100_000) / 100),
      c5: orNull(random.chance(0.5)),
      c6: orNull(new Date(moment).toISOString().slice(0, 10)),
      c7: orNull(new Date(moment).toISOString()),
    };
  });
}

const randomDay = (random: Random) => new Date(random.between(first, last)).toISOString().slice(0, 10);

function randomGrain(random: Random, smallest: 'minute' | 'day'): Grain {
  const unit = random.pick([
    'minute',
    'hour',
    'day',
    'week',
    'iso_week',
    'month',
    'quarter',
    'year',
    'fiscal_year',
  ] as const);
  if (unit === 'week') return { unit, start: random.pick(['monday', 'sunday']) };
  if (unit === 'fiscal_year') return { unit, start: random.between(1, 12) };
  return { unit: smallest === 'day' && (unit === 'minute' || unit === 'hour') ? 'day' : unit };
}

function randomSpan(random: Random): Span {
  const grain = randomGrain(random, 'minute');
  const kind = random.pick(['last', 'this', 'previous', 'range', 'range'] as const);
  if (kind === 'this') return { kind, grain, until: random.pick(['now', 'end']) };
  if (kind !== 'range') return { kind, grain, count: random.between(1, 30) };
  const [from, to] = [randomDay(random), randomDay(random)].sort() as [string, string];
  return { kind, from, to };
}

const randomPart = (random: Random): { column: string; part: DatePart } =>
  random.chance(0.3)
    ? { column: 'c6', part: random.pick(['weekday', 'month']) }
    : { column: 'c7', part: random.pick(['hour', 'hour', 'weekday', 'month']) };

function randomDimension(random: Random, id: string): Dimension {
  const kind = random.pick(['value', 'value', 'time', 'time', 'time', 'date_part', 'width', 'bins'] as const);
  if (kind === 'value') return { id, kind, column: random.pick(['c1', 'c2', 'c3', 'c5', 'c6']) };
  if (kind === 'width')
    return { id, kind, column: random.pick(['c3', 'c4']), width: random.pick([0.5, 10, 7.5, 100, 0.1, 0.3]) };
  if (kind === 'bins') return { id, kind, column: random.pick(['c3', 'c4']), count: random.between(1, 12) };
  if (kind === 'date_part') return { id, kind, ...randomPart(random) };
  const column = random.pick(['c6', 'c7', 'c7', 'c7']);
  return { id, kind, column, grain: randomGrain(random, column === 'c6' ? 'day' : 'minute') };
}

function randomFormula(random: Random, depth: number): Formula {
  const column = random.pick(['c3', 'c4']);
  if (depth > 0 && random.chance(0.35)) {
    const kind = random.pick(['add', 'subtract', 'multiply', 'divide'] as const);
    return { kind, left: randomFormula(random, depth - 1), right: randomFormula(random, depth - 1) };
  }
  const kind = random.pick([
    'count',
    'distinct',
    'sum',
    'sum',
    'average',
    'min',
    'max',
    'median',
    'percentile',
    'metric',
    'number',
  ] as const);
  if (kind === 'count') return { kind };
  if (kind === 'number') return { kind, value: random.between(-4, 4) };
  if (kind === 'metric') return { kind, metric: 'price' };
  if (kind === 'average') return { kind, column: random.pick(['c3', 'c4', 'c5']) };
  if (kind === 'distinct') return { kind, column: random.pick(['c1', 'c3', 'c6', 'c7']) };
  return kind === 'percentile' ? { kind, column, fraction: random.pick([0, 0.25, 0.75, 1]) } : { kind, column };
}

/** The price per unit, as a metric of the dataset. */
export const metrics: { id: string; formula: Formula }[] = [
  {
    id: 'price',
    formula: { kind: 'divide', left: { kind: 'sum', column: 'c4' }, right: { kind: 'sum', column: 'c3' } },
  },
];

function randomMeasure(random: Random, id: string): Measure {
  if (random.chance(0.1)) {
    return {
      id,
      formula: { kind: random.pick(['min', 'max']), column: random.pick(['c1', 'c6', 'c7']) },
      show: 'value',
    };
  }
  return { id, formula: randomFormula(random, 2), show: random.pick(['value', 'value', 'running', 'share']) };
}

function randomFilter(random: Random, depth: number): Filter {
  if (depth > 0 && random.chance(0.4)) {
    const op = random.pick(['all', 'any', 'not'] as const);
    if (op === 'not') return { op, filter: randomFilter(random, depth - 1) };
    return { op, filters: random.several(0, 3, () => randomFilter(random, depth - 1)) };
  }
  const { id: column, type } = random.pick(columns);
  const value = () => {
    if (type === 'text') return random.pick([...cities, ...channels]);
    if (type === 'integer') return random.between(-5, 40);
    if (type === 'number') return random.between(-400, 4000) / 4;
    if (type === 'boolean') return random.chance(0.5);
    const day = randomDay(random);
    return type === 'time' && random.chance(0.5) ? `${day}T12:00:00+08:00` : day;
  };
  const kind = random.pick(['compare', 'compare', 'set', 'range', 'match', 'empty', 'during', 'part'] as const);
  if (kind === 'set') {
    const values = random.several(0, 5, () => (random.chance(0.1) ? null : value()));
    return { op: random.pick(['in', 'not_in']), column, values };
  }
  if (kind === 'range' && type !== 'boolean') {
    const [from, to] = [value(), value()] as [string, string];
    return { op: random.pick(['between', 'between', 'not_between']), column, from, to };
  }
  if (kind === 'match') {
    const op = random.pick(['contains', 'not_contains', 'starts', 'ends'] as const);
    return { op, column: random.pick(['c1', 'c2']), value: random.pick(['e', 'NEW', '海', 'p', '%', "'"]) };
  }
  if (kind === 'empty') return { op: random.pick(['empty', 'filled']), column };
  if (kind === 'during') return { op: 'during', column: random.pick(['c6', 'c7']), span: randomSpan(random) };
  if (kind === 'part') {
    return { op: 'date_part', ...randomPart(random), numbers: random.several(0, 5, () => random.between(0, 13)) };
  }
  const op = random.pick(['equals', 'not_equals', 'less', 'at_most', 'greater', 'at_least'] as const);
  return { op, column, value: value() };
}

function randomPeriod(random: Random): Period {
  if (random.chance(0.4)) return { kind: 'all' };
  const kind = random.pick(['none', 'previous', 'last_year', 'custom'] as const);
  const compare = kind === 'custom' ? { kind, span: randomSpan(random) } : { kind };
  return { kind: 'during', column: random.pick(['c6', 'c7', 'c7']), span: randomSpan(random), compare };
}

function randomTop(
  random: Random,
  { dimensions, measures, period }: Pick<Query, 'dimensions' | 'measures' | 'period'>,
): Top {
  const isCompared = period.kind === 'during' && period.compare.kind !== 'none';
  const isShifted = ({ kind, column }: Dimension) => kind === 'time' && isCompared && period.column === column;
  const allowed = dimensions.filter((dimension) => !isShifted(dimension));
  if (allowed.length === 0 || random.chance(0.5)) return { kind: 'every' };
  const others = random.pick(['left_out', 'rest', 'rest'] as const);
  return {
    kind: 'most',
    dimension: random.pick(allowed).id,
    measure: random.pick(measures).id,
    part: isCompared ? random.pick(['value', 'base', 'difference', 'percent'] as const) : 'value',
    direction: random.pick(['ascending', 'descending']),
    count: random.between(1, 6),
    others,
  };
}

/** A valid random query on random rows. */
export function randomQuery(random: Random): Query {
  const dimensions = random.several(0, 3, (index) => randomDimension(random, `d${index}`));
  const measures = random.several(1, 3, (index) => randomMeasure(random, `m${index}`));
  const period = randomPeriod(random);
  const isCompared = period.kind === 'during' && period.compare.kind !== 'none';
  const direction = () => random.pick(['ascending', 'descending'] as const);
  // The last bit of a sum of thirds depends on the order of addition, which would decide ties.
  const exact = measures.filter(({ show }) => show === 'value');
  const order = random.several(0, 2, (): QueryOrder | null => {
    if (random.chance(0.5)) {
      return dimensions.length > 0
        ? { kind: 'dimension', id: random.pick(dimensions).id, direction: direction() }
        : null;
    }
    const part = isCompared ? random.pick(['value', 'base', 'difference', 'percent'] as const) : 'value';
    return exact.length > 0 ? { kind: 'measure', id: random.pick(exact).id, part, direction: direction() } : null;
  });
  return {
    dataset: 'orders',
    dimensions,
    measures,
    filters: random.several(0, random.between(0, 2), () => randomFilter(random, 2)),
    period,
    top: randomTop(random, { dimensions, measures, period }),
    order: order.filter((each) => each !== null),
    limit: random.pick([1, 5, 10_000, 10_000, 10_000, 10_000]),
    totals: [],
    zone: random.pick(zones),
    now: `${random.chance(0.5) ? randomDay(random) : new Date(random.pick(edgeDates)).toISOString().slice(0, 10)}T${random.pick(['00:00', '07:30', '23:59'])}:00Z`,
  };
}
