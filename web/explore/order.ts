import type { DatasetColumn } from '#domain/columns/column.ts';
import type { QueryOrder, BuiltQuerySpec } from '#domain/query/query.ts';

type OrderColumns = { columns: Pick<DatasetColumn, 'id' | 'type'>[] };

const nameTypes = new Set(['text', 'boolean', 'json']);

/** Names have no natural order, so the largest values come first; times, numbers and bins have one. */
function orderFor(spec: BuiltQuerySpec, { columns }: OrderColumns): QueryOrder | undefined {
  const isName = ({ kind, column }: BuiltQuerySpec['dimensions'][number]) =>
    kind === 'value' && nameTypes.has(columns.find(({ id }) => id === column)?.type ?? '');
  if (spec.dimensions.length === 0 || !spec.dimensions.every(isName)) return undefined;
  const measureId = spec.top.kind === 'most' ? spec.top.measure : spec.measures[0]?.id;
  const measure = spec.measures.find(({ id }) => id === measureId);
  // A running total depends on the order, so it cannot define it.
  if (!measure || measure.show === 'running') return undefined;
  return { kind: 'measure', id: measure.id, part: 'value', direction: 'descending' };
}

/** The sort order of the groups: the chosen one, else the default. */
export const orderOf = (spec: BuiltQuerySpec, subject: OrderColumns): QueryOrder | undefined =>
  spec.order[0] ?? orderFor(spec, subject);

/** Adds the default order to the query. */
export function withOrder(spec: BuiltQuerySpec, subject: OrderColumns): BuiltQuerySpec {
  const order = orderOf(spec, subject);
  return spec.order.length > 0 || !order ? spec : { ...spec, order: [order] };
}
