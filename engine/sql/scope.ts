import { Problem } from '#contract/errors.ts';
import type { Column, ColumnType, Metric } from '#contract/query.ts';
import type { Dialect } from './dialect.ts';
import { bind, type Fragment, name, sql } from './fragment.ts';
import type { Clock } from '#contract/span.ts';

/** What a question is about: the name that the dataset goes by in SQL, its columns, and the metrics of its owner. */
export type Table = { name: string; columns: Column[]; metrics: Metric[] };

/**
 * What every part of a question is compiled with. `recent` is the id of a column of which the question reads nothing
 * from before 1970.
 */
export type Scope = { table: Table; dialect: Dialect; clock: Clock; recent: string | null };

/** The name of the table within a select. */
export const rowsOf = ({ table }: Scope): Fragment => sql`${name(table.name)} as t`;

/** The part of a question that an id refers to. */
export function found<T extends { id: string }>(list: T[], id: string): T {
  const item = list.find((each) => each.id === id);
  if (!item) throw new Problem('query_part_unknown', { value: id });
  return item;
}

export function columnOf({ table }: Scope, id: string): Column {
  const column = table.columns.find((each) => each.id === id);
  if (!column) throw new Problem('column_unknown', { column: id });
  return column;
}

const isNumeric = (type: ColumnType) => type === 'integer' || type === 'number';

export function numberColumnOf(scope: Scope, id: string): Column {
  const column = columnOf(scope, id);
  if (!isNumeric(column.type)) throw new Problem('column_not_number', { column: column.name });
  return column;
}

export function timeColumnOf(scope: Scope, id: string): Column {
  const column = columnOf(scope, id);
  if (column.type !== 'time' && column.type !== 'date') throw new Problem('column_not_time', { column: column.name });
  return column;
}

/** The cell of a row. JSON is compared as the text that it is. */
export function cellOf({ dialect }: Scope, column: Column): Fragment {
  const cell = sql`t.${name(column.name)}`;
  return column.type === 'json' ? dialect.asText(cell) : cell;
}

// What engines can read: years from 1 to 9999.
const earliest = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000;
const latest = Date.UTC(9999, 11, 31);
const textOf = (moment: number) => new Date(Math.min(latest, Math.max(earliest, moment))).toISOString();

export const bindMoment = (moment: number) => bind(textOf(moment), 'time');
export const bindDay = (wall: number) => bind(textOf(wall).slice(0, 10), 'date');
