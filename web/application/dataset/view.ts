import { useSearchParams } from 'react-router';

import type { ApplicationKind } from '#contract/applications.ts';
import type { DatasetColumn, RowFilter } from '#contract/datasets.ts';

export type Order = { column: string; direction: 'ascending' | 'descending' };

/** What of a dataset's rows is looked at. */
export type View = {
  page: number;
  size: number;
  order: Order | undefined;
  filters: RowFilter[];
  version: number | undefined;
};

export const sizes = [10, 20, 30, 40];
const defaultSize = 20;
const valueOps = ['contains', 'equals', 'at_least', 'at_most'] as const;
const bareOps = ['empty', 'filled'] as const;
export type Op = RowFilter['op'];

const countOf = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

function orderOf(text: string | null): Order | undefined {
  const [, sign, column] = /^(-?)([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return column ? { column, direction: sign ? 'descending' : 'ascending' } : undefined;
}

function filterOf(text: string): RowFilter | undefined {
  const [, op, column, value] = /^(\w+):([\w-]{1,64})(?::([\s\S]*))?$/.exec(text) ?? [];
  const bare = bareOps.find((each) => each === op);
  if (bare && column) return { op: bare, column };
  const valued = valueOps.find((each) => each === op);
  return valued && column && value !== undefined ? { op: valued, column, value } : undefined;
}

const filterText = (filter: RowFilter) =>
  'value' in filter ? `${filter.op}:${filter.column}:${filter.value}` : `${filter.op}:${filter.column}`;

/** Reads a view from an address; what makes no sense is as if it were not there. */
export function viewOf(query: URLSearchParams): View {
  const size = countOf(query.get('size'));
  return {
    page: Math.max(countOf(query.get('page')) ?? 1, 1),
    size: size && sizes.includes(size) ? size : defaultSize,
    order: orderOf(query.get('sort')),
    filters: query.getAll('filter').map(filterOf).filter((filter) => filter !== undefined), // prettier-ignore
    version: countOf(query.get('version')),
  };
}

/** Writes a view into an address; what is as usual is left out. */
export function queryOf({ page, size, order, filters, version }: View): URLSearchParams {
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (size !== defaultSize) query.set('size', String(size));
  if (order) query.set('sort', `${order.direction === 'descending' ? '-' : ''}${order.column}`);
  for (const filter of filters) query.append('filter', filterText(filter));
  if (version !== undefined) query.set('version', String(version));
  return query;
}

/** How rows stand unless someone says otherwise: events with the newest on top, rows of files as they came. */
export function usualOrder(kind: ApplicationKind | undefined, columns: DatasetColumn[]): Order | undefined {
  const time = columns.find((column) => column.type === 'time');
  return kind === 'events' && time ? { column: time.id, direction: 'descending' } : undefined;
}

const isSame = (a: Order | undefined, b: Order | undefined) => a?.column === b?.column && a?.direction === b?.direction;

/** The order to go on with: leaving the usual one turns it round, and coming back to it needs no word. */
export function nextOrder(asked: Order | undefined, before: Order | undefined, usual: Order | undefined) {
  if (!asked && usual && !before) return { ...usual, direction: 'ascending' as const };
  return isSame(asked, usual) ? undefined : asked;
}

/** The view that the address tells, and how to change it. Anything but turning a page begins at the first one. */
export function useView() {
  const [query, setQuery] = useSearchParams();
  const view = viewOf(query);
  const change = (part: Partial<View>) => setQuery(queryOf({ ...view, page: 1, ...part }));
  return { view, change };
}
