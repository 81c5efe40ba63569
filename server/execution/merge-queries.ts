import {
  type Filter,
  type Formula,
  type Metric,
  nameOfPart,
  nameOfRest,
  type QueryOrder,
  type BuiltQuerySpec,
} from '#domain/query/query.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import type { QueryAnswer, SerializedColumns } from './execution.ts';
import { extremesOf } from './extremes.ts';

/** Canonical JSON: equal values have equal text, whatever the order of their keys. */
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

/** Only queries of the same cost are merged: the cheaper ones run much faster without the others. */
function costOf(spec: BuiltQuerySpec, snapshot: MergeSnapshot): 'extremes' | 'additive' | 'other' {
  if (extremesOf(spec, snapshot)) return 'extremes';
  return spec.measures.every(({ formula }) => isAdditive(formula, snapshot.metrics)) ? 'additive' : 'other';
}

const measureText = ({ measures }: BuiltQuerySpec, id: string) => {
  const { formula, show } = measures.find((each) => each.id === id) ?? {};
  return textOf([formula, show]);
};

const indexOf = ({ dimensions }: BuiltQuerySpec, id: string) => dimensions.findIndex((each) => each.id === id);

/** Filters with equal text mean the same, whatever their source. */
export const filterText = (filter: Filter) => textOf(withoutSources(filter));

/** The parts of a snapshot that decide which queries are merged. */
export type MergeSnapshot = Pick<DatasetSnapshot, 'source' | 'rowRule' | 'metrics'>;

/** Queries with the same key can be merged: they are equal except for their measures. */
export function mergeKeyOf(spec: BuiltQuerySpec, snapshot: MergeSnapshot): string {
  const { dataset, dimensions, filters, period, top, order, limit, totals } = spec;
  const orders = order.map((each) =>
    each.kind === 'dimension' ? { ...each, id: indexOf(spec, each.id) } : { ...each, id: measureText(spec, each.id) },
  );
  const topKey =
    top.kind === 'most'
      ? { ...top, dimension: indexOf(spec, top.dimension), measure: measureText(spec, top.measure) }
      : top;
  const totalKeys = totals.map((ids) => ids.map((id) => indexOf(spec, id)));
  const steps = dimensions.map(({ id: _, ...dimension }) => dimension);
  return textOf([
    dataset,
    steps,
    withoutSources(filters),
    period,
    topKey,
    orders,
    limit,
    totalKeys,
    costOf(spec, snapshot),
  ]);
}

/** Several queries merged into one, and the ids of their measures in it. */
export type MergedQuery = { spec: BuiltQuerySpec; measures: Map<string, string> };

const dimensionName = (index: number) => `d${index + 1}`;

/** Merges queries with the same key. */
export function mergeQueries(specs: BuiltQuerySpec[]): MergedQuery {
  const first = specs[0]!;
  const measures = new Map<string, string>();
  for (const spec of specs) {
    for (const { id } of spec.measures) {
      const text = measureText(spec, id);
      if (!measures.has(text)) measures.set(text, `m${measures.size + 1}`);
    }
  }
  const dimensionOf = (id: string) => dimensionName(indexOf(first, id));
  const measureOf = (id: string) => measures.get(measureText(first, id)) ?? id;
  const { top } = first;
  return {
    measures,
    spec: {
      ...first,
      dimensions: first.dimensions.map((dimension, index) => ({ ...dimension, id: dimensionName(index) })),
      measures: [...measures].map(([text, id]) => {
        const [formula, show] = JSON.parse(text) as [Formula, BuiltQuerySpec['measures'][number]['show']];
        return { id, formula, show };
      }),
      top:
        top.kind === 'most' ? { ...top, dimension: dimensionOf(top.dimension), measure: measureOf(top.measure) } : top,
      order: first.order.map((order): QueryOrder =>
        order.kind === 'dimension' ? { ...order, id: dimensionOf(order.id) } : { ...order, id: measureOf(order.id) },
      ),
      totals: first.totals.map((ids) => ids.map(dimensionOf)),
    },
  };
}

/** The column names of a query with their names in the merged query, in the order of its answer. */
function namesOf(
  spec: BuiltQuerySpec,
  { measures }: MergedQuery,
  dimensionIds: string[],
): [own: string, shared: string][] {
  const dimensions = dimensionIds.flatMap((id): [string, string][] => {
    const shared = dimensionName(indexOf(spec, id));
    return [
      [id, shared],
      [nameOfRest(id), nameOfRest(shared)],
    ];
  });
  const partsOf = (...parts: Parameters<typeof nameOfPart>[1][]) =>
    spec.measures.flatMap(({ id }) => {
      const shared = measures.get(measureText(spec, id))!;
      return parts.map((part): [string, string] => [nameOfPart(id, part), nameOfPart(shared, part)]);
    });
  return [...dimensions, ...partsOf('value', 'base'), ...partsOf('difference', 'percent')];
}

function pick({ columns, values }: SerializedColumns, names: [own: string, shared: string][]): SerializedColumns {
  const matches = names.flatMap(([name, shared]) => {
    const index = columns.findIndex((column) => column.name === shared);
    return index < 0 ? [] : [{ column: { name, type: columns[index]!.type }, values: values[index]! }];
  });
  return { columns: matches.map(({ column }) => column), values: matches.map((each) => each.values) };
}

/** Splits the answer to a merged query into exactly the answers that the single queries would have. */
export function splitAnswer(merged: MergedQuery, answer: QueryAnswer, specs: BuiltQuerySpec[]): QueryAnswer[] {
  return specs.map((spec) => {
    const everything = spec.dimensions.map(({ id }) => id);
    const totals = spec.totals.map((dimensions, index) => {
      const dimensionIds = everything.filter((id) => dimensions.includes(id));
      return { dimensions, ...pick(answer.totals[index]!, namesOf(spec, merged, dimensionIds)) };
    });
    return { ...answer, ...pick(answer, namesOf(spec, merged, everything)), totals };
  });
}
