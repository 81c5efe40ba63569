import type { RowFilter } from '#contract/datasets.ts';
import type { Column, ColumnType, Scalar } from '#contract/query.ts';
import type { Question, Source } from '#engine/engine.ts';
import { quoteName } from './instance.ts';
import { storedAs } from './types.ts';

/** Which rows: how many are left out before the first, and how many there are at most. */
export type Page = {
  offset: number;
  limit: number;
  order?: { column: string; direction: 'ascending' | 'descending' } | undefined;
  filters: RowFilter[];
};

// A cell that fills a screen is cut; a page is to be looked at, and the more cells it has the shorter they are.
const [longestCell, shortestCell] = [2000, 100];
const pageLength = 8 * 1024 * 1024;

const isLong = ({ type }: Column) => type === 'text' || type === 'json';

function cellLengthOf({ columns }: Source, rows: number): number {
  const cells = rows * Math.max(1, columns.filter(isLong).length);
  return Math.max(shortestCell, Math.min(longestCell, Math.floor(pageLength / cells)));
}

/** The question for one page of rows. Columns of the source go by their ids. */
export function pageOf(source: Source, page: Page): Question {
  const named = withPlaces(source);
  const params: Scalar[] = [];
  const where = conditionsOf(named, page.filters, params);
  const place = page.order || where.length > 0 ? undefined : `("#segment" > 0 or "#row" >= ${page.offset})`;
  const direction = page.order?.direction === 'descending' ? 'desc' : 'asc';
  const order = page.order && `order by ${quoteName(page.order.column)} ${direction} nulls last, "#segment", "#row"`;
  const offset = place ? 0 : page.offset;
  const sql = [
    `select ${source.columns.map(shownWithin(cellLengthOf(source, page.limit))).join(', ') || 'null as nothing'} from rows`,
    whereOf(place ? [place] : where),
    order,
    `limit ${page.limit} offset ${offset}`,
  ];
  return { sql: sql.filter(Boolean).join(' '), params, sources: [named] };
}

/** The question for how many rows pass the filters. */
export function countOf(source: Source, filters: RowFilter[]): Question {
  const named = withPlaces(source);
  const params: Scalar[] = [];
  const sql = `select count(*) as n from rows ${whereOf(conditionsOf(named, filters, params))}`;
  return { sql, params, sources: [named] };
}

/** The question for the values that a column could not keep as another type: how many, and one of them. */
export function misfitsOf(source: Source, column: string, type: ColumnType): Question {
  const named = withPlaces(source);
  const value = quoteName(column);
  const isCut = type === 'integer' ? ` or try_cast(${value} as double) <> try_cast(${value} as ${storedAs[type]})` : '';
  const misfit = `${value} is not null and (try_cast(${value} as ${storedAs[type]}) is null${isCut})`;
  const sql = `select count(*) as n, left(any_value(${value}::varchar), 100) as value from rows where ${misfit}`;
  return { sql, params: [], sources: [named] };
}

const withPlaces = (source: Source): Source => ({
  ...source,
  name: 'rows',
  columns: source.columns.map((column) => ({ ...column, name: column.id })),
  hasPlaces: true,
});

const shownWithin = (length: number) => (column: Column) => {
  const name = quoteName(column.id);
  return isLong(column) ? `left(${name}::varchar, ${length}) as ${name}` : name;
};

const whereOf = (conditions: string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '');

function conditionsOf(source: Source, filters: RowFilter[], params: Scalar[]): string[] {
  return filters.flatMap((filter) => {
    const column = source.columns.find(({ id }) => id === filter.column);
    return column ? [conditionOf(column, filter, params)] : [];
  });
}

const comparisons = { equals: '=', at_least: '>=', at_most: '<=' } as const;

function conditionOf({ id, type }: Column, filter: RowFilter, params: Scalar[]): string {
  const name = quoteName(id);
  if (!('value' in filter)) return `${name} is ${filter.op === 'empty' ? 'null' : 'not null'}`;
  params.push(filter.value);
  const place = `$${params.length}`;
  if (filter.op === 'contains') return `contains(lower(${name}::varchar), lower(${place}))`;
  // What is no number or date of the column's type is equal to nothing.
  return `${name} ${comparisons[filter.op]} try_cast(${place} as ${storedAs[type]})`;
}
