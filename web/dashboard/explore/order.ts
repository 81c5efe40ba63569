import type { DatasetColumn } from '#contract/datasets.ts';
import type { Order, QueryAsk } from '#contract/query.ts';

type Subject = { columns: Pick<DatasetColumn, 'id' | 'type'>[] };

const named = new Set(['text', 'boolean', 'json']);

/** Names have no order of their own, so that the largest come first; times, numbers and steps have one. */
function orderFor(ask: QueryAsk, { columns }: Subject): Order | undefined {
  const isName = ({ kind, column }: QueryAsk['dimensions'][number]) =>
    kind === 'value' && named.has(columns.find(({ id }) => id === column)?.type ?? '');
  if (ask.dimensions.length === 0 || !ask.dimensions.every(isName)) return undefined;
  const wanted = ask.top.kind === 'most' ? ask.top.measure : ask.measures[0]?.id;
  const measure = ask.measures.find(({ id }) => id === wanted);
  // A running total goes along the order, so that it cannot make it.
  if (!measure || measure.show === 'running') return undefined;
  return { kind: 'measure', id: measure.id, part: 'value', direction: 'descending' };
}

/** What the groups are sorted by: what the person said, else what suits them. */
export const orderOf = (ask: QueryAsk, subject: Subject): Order | undefined => ask.order[0] ?? orderFor(ask, subject);

/** The question with the order that its groups have. */
export function withOrder(ask: QueryAsk, subject: Subject): QueryAsk {
  const order = orderOf(ask, subject);
  return ask.order.length > 0 || !order ? ask : { ...ask, order: [order] };
}
