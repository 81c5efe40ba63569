import { randomBytes } from 'node:crypto';

import type { Column, ColumnType } from '#domain/query/query.ts';
import type { RejectedRow } from '#engine/tables.ts';
import { type EventCells, type EventField, lineOf, rejectOf } from './cells.ts';
import { flatten } from './flatten.ts';
import { kindOf, typeOfKinds, widen } from './kinds.ts';
import { columnNameOf } from './clean-text.ts';

const maxColumns = 2000;
// The column for fields without a column of their own: beyond the limit, with too long names, or duplicates in one
// event.
const moreName = '_more';
const arrivalName = 'received_at';

/** The events of a dataset as columns, rows as lines of JSON, and rejected rows. */
type EventTableResult = {
  columns: Column[];
  added: Column[];
  widened: { id: string; type: ColumnType }[];
  lines: string[];
  rejects: RejectedRow[];
};

// Lower case only: DuckDB's names are case-insensitive.
const newId = () =>
  `c_${BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(36)
    .slice(-12)
    .padStart(12, '0')}`;

/** Collects the events of one dataset for a segment. */
export type EventTable = {
  add: (event: Record<string, unknown>, line: number, at: number) => void;
  finish: () => EventTableResult;
};

export function createEventTable(existingColumns: Column[]): EventTable {
  const fields: EventField[] = existingColumns.map((column) => ({ ...column, kinds: 0, row: -1 }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  // SQL names are case-insensitive, so columns are, too.
  const byPlainName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  const rows: (string | EventCells)[] = [];
  const hasTimeColumn = fields.some(isTimeField);

  function createField(name: string): EventField {
    const field: EventField = { name, id: newId(), type: undefined, kinds: 0, row: -1 };
    fields.push(field);
    byPlainName.set(name.toLowerCase(), field);
    return field;
  }

  // Undefined if it has no column and may not get one.
  function fieldOf(key: string): EventField | undefined {
    const match = byName.get(key);
    if (match) return match;
    const name = columnNameOf(key);
    if (name === undefined) return undefined;
    const sameName = byPlainName.get(name.toLowerCase());
    if (!sameName && fields.length >= maxColumns && name !== moreName && name !== arrivalName) return undefined;
    const field = sameName ?? createField(name);
    byName.set(key, field);
    return field;
  }

  function add(event: Record<string, unknown>, line: number, at: number): void {
    const cells: EventCells = { fields: [], values: [], more: undefined, line, at };
    const row = rows.length;
    flatten(event, (key, value) => {
      if (value === null) return;
      const field = fieldOf(key);
      if (field && field.row !== row) put(cells, field, value);
      else (cells.more ??= Object.create(null) as Record<string, unknown>)[key] = value;
      if (field) field.row = row;
    });
    if (cells.more) putMore(cells, row);
    // With known columns a row is serialized immediately, which saves a lot of memory.
    rows.push((hasTimeColumn && lineOf(cells, findArrivalField())) || cells);
  }

  function putMore(cells: EventCells, row: number): void {
    const field = fieldOf(moreName)!;
    const index = field.row === row ? cells.fields.indexOf(field) : -1;
    if (index < 0) return put(cells, field, cells.more);
    // The event has a field named `_more` itself: it is merged into the others.
    cells.more![moreName] = cells.values[index];
    cells.values[index] = cells.more;
    field.kinds |= kindOf(cells.more, field.type);
  }

  function finish(): EventTableResult {
    const added: Column[] = [];
    const widened: EventTableResult['widened'] = [];
    for (const field of fields) {
      const type = field.type ? widen(field.type, field.kinds) : typeOfKinds(field.kinds);
      if (!type) continue;
      if (!field.type) added.push({ id: field.id, name: field.name, type });
      else if (field.type !== type) widened.push({ id: field.id, type });
      field.type = type;
    }
    const arrivalField = ensureArrivalField(added);
    const lines: string[] = [];
    const rejects: RejectedRow[] = [];
    for (const row of rows) {
      const line = typeof row === 'string' ? row : lineOf(row, arrivalField);
      if (line === undefined) rejects.push(rejectOf(row as EventCells));
      else lines.push(line);
    }
    const columns = columnsOf(fields.filter((field) => field.kinds > 0 || field === arrivalField));
    // An event without fields is still a row and needs a column.
    return { columns: columns.length > 0 ? columns : columnsOf(fields), added, widened, lines, rejects };
  }

  // Without any time column the arrival time becomes one, so that queries over time are possible.
  function ensureArrivalField(added: Column[]): EventField | undefined {
    if (fields.some(isTimeField) || byPlainName.get(arrivalName)?.type) return findArrivalField();
    const field = byPlainName.get(arrivalName) ?? createField(arrivalName);
    field.type = 'time';
    added.push({ id: field.id, name: field.name, type: 'time' });
    return field;
  }

  function findArrivalField(): EventField | undefined {
    const field = byPlainName.get(arrivalName);
    return field?.type === 'time' ? field : undefined;
  }

  return { add, finish };
}

const isTimeField = ({ type }: EventField) => type === 'time' || type === 'date';

function put(cells: EventCells, field: EventField, value: unknown): void {
  field.kinds |= kindOf(value, field.type);
  cells.fields.push(field);
  cells.values.push(value);
}

const columnsOf = (fields: EventField[]): Column[] =>
  fields.flatMap(({ id, name, type }) => (type ? [{ id, name, type }] : []));
