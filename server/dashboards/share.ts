import {
  type Filter,
  type Formula,
  type Metric,
  nameOfPart,
  nameOfRest,
  type Order,
  type QueryAsk,
} from '#contract/query.ts';
import type { Answered } from '#server/queries/answers.ts';

/** Text that is the same for the same thing, in whatever order it was put together. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const withoutSources = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'source' ? undefined : part)));

const isAdditive = (formula: Formula, metrics: Metric[]): boolean => {
  if ('left' in formula) return isAdditive(formula.left, metrics) && isAdditive(formula.right, metrics);
  if (formula.kind !== 'metric') return !['distinct', 'median', 'percentile'].includes(formula.kind);
  const metric = metrics.find(({ id }) => id === formula.metric);
  return metric !== undefined && metric.formula.kind !== 'metric' && isAdditive(metric.formula, metrics);
};

const measureText = ({ measures }: QueryAsk, id: string) => {
  const { formula, show } = measures.find((each) => each.id === id) ?? {};
  return textOf([formula, show]);
};

const placeOf = ({ dimensions }: QueryAsk, id: string) => dimensions.findIndex((each) => each.id === id);

/** Filters with the same text mean the same, whatever they come from. */
export const filterText = (filter: Filter) => textOf(withoutSources(filter));

/** What must be equal for two questions to be asked as one: all but their measures. */
export function sharingKeyOf(ask: QueryAsk, metrics: Metric[]): string {
  const { dataset, dimensions, measures, filters, period, top, order, limit, totals } = ask;
  const orders = order.map((each) =>
    each.kind === 'dimension' ? { ...each, id: placeOf(ask, each.id) } : { ...each, id: measureText(ask, each.id) },
  );
  const most =
    top.kind === 'most'
      ? { ...top, dimension: placeOf(ask, top.dimension), measure: measureText(ask, top.measure) }
      : top;
  const left = totals.map((ids) => ids.map((id) => placeOf(ask, id)));
  const steps = dimensions.map(({ id: _, ...dimension }) => dimension);
  // Numbers that can be added up are found much faster when no other is among them.
  const additive = measures.every(({ formula }) => isAdditive(formula, metrics));
  return textOf([dataset, steps, withoutSources(filters), period, most, orders, limit, left, additive]);
}

/** Several questions as one, and what the measures of each are called in it. */
export type Shared = { ask: QueryAsk; measures: Map<string, string> };

const dimensionName = (place: number) => `d${place + 1}`;

/** One question for several with the same key. */
export function sharedOf(asks: QueryAsk[]): Shared {
  const first = asks[0]!;
  const measures = new Map<string, string>();
  for (const ask of asks) {
    for (const { id } of ask.measures) {
      const text = measureText(ask, id);
      if (!measures.has(text)) measures.set(text, `m${measures.size + 1}`);
    }
  }
  const dimensionOf = (id: string) => dimensionName(placeOf(first, id));
  const measureOf = (id: string) => measures.get(measureText(first, id)) ?? id;
  const { top } = first;
  return {
    measures,
    ask: {
      ...first,
      dimensions: first.dimensions.map((dimension, place) => ({ ...dimension, id: dimensionName(place) })),
      measures: [...measures].map(([text, id]) => {
        const [formula, show] = JSON.parse(text) as [Formula, QueryAsk['measures'][number]['show']];
        return { id, formula, show };
      }),
      top:
        top.kind === 'most' ? { ...top, dimension: dimensionOf(top.dimension), measure: measureOf(top.measure) } : top,
      order: first.order.map((order): Order =>
        order.kind === 'dimension' ? { ...order, id: dimensionOf(order.id) } : { ...order, id: measureOf(order.id) },
      ),
      totals: first.totals.map((ids) => ids.map(dimensionOf)),
    },
  };
}

type Columns = { columns: Answered['columns']; values: unknown[][] };

/** The names of the columns that a question has, each with its name in the shared one, in the order of its answer. */
function namesOf(ask: QueryAsk, { measures }: Shared, left: string[]): [own: string, shared: string][] {
  const dimensions = left.flatMap((id): [string, string][] => {
    const shared = dimensionName(placeOf(ask, id));
    return [
      [id, shared],
      [nameOfRest(id), nameOfRest(shared)],
    ];
  });
  const partsOf = (...parts: Parameters<typeof nameOfPart>[1][]) =>
    ask.measures.flatMap(({ id }) => {
      const shared = measures.get(measureText(ask, id))!;
      return parts.map((part): [string, string] => [nameOfPart(id, part), nameOfPart(shared, part)]);
    });
  return [...dimensions, ...partsOf('value', 'base'), ...partsOf('difference', 'percent')];
}

function pick({ columns, values }: Columns, names: [own: string, shared: string][]): Columns {
  const found = names.flatMap(([name, shared]) => {
    const place = columns.findIndex((column) => column.name === shared);
    return place < 0 ? [] : [{ column: { name, type: columns[place]!.type }, values: values[place]! }];
  });
  return { columns: found.map(({ column }) => column), values: found.map((each) => each.values) };
}

const read = (json: Buffer): unknown => JSON.parse(json.toString());

/** Takes the answer to a shared question apart: exactly what each question alone would have been answered. */
export function takenApart(shared: Shared, answered: Answered, asks: QueryAsk[]): Answered[] {
  const whole: Columns = { columns: answered.columns, values: read(answered.values) as unknown[][] };
  const totals = read(answered.totals) as Columns[];
  return asks.map((ask) => {
    const everything = ask.dimensions.map(({ id }) => id);
    const { columns, values } = pick(whole, namesOf(ask, shared, everything));
    const own = ask.totals.map((dimensions, index) => {
      const left = everything.filter((id) => dimensions.includes(id));
      return { dimensions, ...pick(totals[index]!, namesOf(ask, shared, left)) };
    });
    return { ...answered, columns, values: bufferOf(values), totals: bufferOf(own) };
  });
}

const bufferOf = (value: unknown) => Buffer.from(JSON.stringify(value));
