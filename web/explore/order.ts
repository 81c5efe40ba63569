import type { DatasetColumn } from '#domain/columns/column.ts';
import type { QueryOrder, QueryAsk } from '#domain/query/query.ts';

type OrderColumns = { columns: Pick<DatasetColumn, 'id' | 'type'>[] };

const nameTypes = new Set(['text', 'boolean', 'json']);

/** Names have no natural order, so the largest values come first; times, numbers and bins have one. */
function orderFor(ask: QueryAsk, { columns }: OrderColumns): QueryOrder | undefined {
  const isName = ({ kind, column }: QueryAsk['dimensions'][number]) =>
    kind === 'value' && nameTypes.has(columns.find(({ id }) => id === column)?.type ?? '');
  if (ask.dimensions.length === 0 || !ask.dimensions.every(isName)) return undefined;
  const measureId = ask.top.kind === 'most' ? ask.top.measure : ask.measures[0]?.id;
  const measure = ask.measures.find(({ id }) => id === measureId);
  // A running total depends on the order, so it cannot define it.
  if (!measure || measure.show === 'running') return undefined;
  return { kind: 'measure', id: measure.id, part: 'value', direction: 'descending' };
}

/** The sort order of the groups: the chosen one, else the default. */
export const orderOf = (ask: QueryAsk, subject: OrderColumns): QueryOrder | undefined =>
  ask.order[0] ?? orderFor(ask, subject);

/** Adds the default order to the query. */
export function withOrder(ask: QueryAsk, subject: OrderColumns): QueryAsk {
  const order = orderOf(ask, subject);
  return ask.order.length > 0 || !order ? ask : { ...ask, order: [order] };
}
