import { useSearchParams } from 'react-router';

import type { ApplicationKind } from '#contract/applications/routes.ts';
import type { RowFilter } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';

export type RowOrder = { column: string; direction: 'ascending' | 'descending' };

/** Page, order, filters and version of the rows tab. */
export type RowsView = {
  page: number;
  size: number;
  order: RowOrder | undefined;
  filters: RowFilter[];
  version: number | undefined;
};

export const sizes = [10, 20, 30, 40];
const defaultSize = 20;
const valueOps = ['contains', 'equals', 'at_least', 'at_most'] as const;
const unaryOps = ['empty', 'filled'] as const;
export type RowFilterOp = RowFilter['op'];

const countOf = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

function orderOf(text: string | null): RowOrder | undefined {
  const [, sign, column] = /^(-?)([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return column ? { column, direction: sign ? 'descending' : 'ascending' } : undefined;
}

function filterOf(text: string): RowFilter | undefined {
  const [, op, column, value] = /^(\w+):([\w-]{1,64})(?::([\s\S]*))?$/.exec(text) ?? [];
  const unaryOp = unaryOps.find((each) => each === op);
  if (unaryOp && column) return { op: unaryOp, column };
  const binaryOp = valueOps.find((each) => each === op);
  return binaryOp && column && value !== undefined ? { op: binaryOp, column, value } : undefined;
}

const filterText = (filter: RowFilter) =>
  'value' in filter ? `${filter.op}:${filter.column}:${filter.value}` : `${filter.op}:${filter.column}`;

/** Parses a view from the URL; invalid parameters are ignored. */
export function viewOf(query: URLSearchParams): RowsView {
  const size = countOf(query.get('size'));
  return {
    page: Math.max(countOf(query.get('page')) ?? 1, 1),
    size: size && sizes.includes(size) ? size : defaultSize,
    order: orderOf(query.get('sort')),
    filters: query.getAll('filter').map(filterOf).filter((filter) => filter !== undefined), // prettier-ignore
    version: countOf(query.get('version')),
  };
}

/** Writes a view to the URL; defaults are left out. */
export function queryOf({ page, size, order, filters, version }: RowsView): URLSearchParams {
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (size !== defaultSize) query.set('size', String(size));
  if (order) query.set('sort', `${order.direction === 'descending' ? '-' : ''}${order.column}`);
  for (const filter of filters) query.append('filter', filterText(filter));
  if (version !== undefined) query.set('version', String(version));
  return query;
}

/** The default order: events newest first, rows of files as loaded. */
export function defaultOrderOf(kind: ApplicationKind | undefined, columns: DatasetColumn[]): RowOrder | undefined {
  const time = columns.find((column) => column.type === 'time');
  return kind === 'events' && time ? { column: time.id, direction: 'descending' } : undefined;
}

const isSame = (a: RowOrder | undefined, b: RowOrder | undefined) =>
  a?.column === b?.column && a?.direction === b?.direction;

/** The order after a click on a header: clearing the default order reverses it, and the default is not stored. */
export function nextOrder(
  clicked: RowOrder | undefined,
  before: RowOrder | undefined,
  defaultOrder: RowOrder | undefined,
) {
  if (!clicked && defaultOrder && !before) return { ...defaultOrder, direction: 'ascending' as const };
  return isSame(clicked, defaultOrder) ? undefined : clicked;
}

/** The view in the URL and how to change it. Any change but paging returns to the first page. */
export function useRowsView() {
  const [query, setQuery] = useSearchParams();
  const view = viewOf(query);
  const change = (part: Partial<RowsView>) => setQuery(queryOf({ ...view, page: 1, ...part }));
  return { view, change };
}
