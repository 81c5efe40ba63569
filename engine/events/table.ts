import { randomBytes } from 'node:crypto';

import type { Column, ColumnType } from '#contract/query.ts';
import type { RejectedRow } from '#engine/tables.ts';
import { type Cells, type Field, lineOf, rejectOf } from './cells.ts';
import { flatten } from './flatten.ts';
import { kindOf, typeOfKinds, widen } from './kinds.ts';
import { columnNameOf } from './text.ts';

const maxColumns = 2000;
// What finds no column of its own: fields beyond the limit, with endless names, or twice in one event.
const more = '_more';
const receivedAt = 'received_at';

/** What became of the events of a dataset: the columns that they have, the rows as lines of JSON, and those aside. */
export type Settled = {
  columns: Column[];
  added: Column[];
  widened: { id: string; type: ColumnType }[];
  lines: string[];
  rejects: RejectedRow[];
};

// Lower case only: DuckDB does not tell names apart by case.
const newId = () =>
  `c_${BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(36)
    .slice(-12)
    .padStart(12, '0')}`;

/** The events of one dataset on their way into a segment. */
export type Table = {
  add: (event: Record<string, unknown>, line: number, at: number) => void;
  settle: () => Settled;
};

export function createTable(known: Column[]): Table {
  const fields: Field[] = known.map((column) => ({ ...column, kinds: 0, row: -1 }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  // SQL does not tell names apart by case, so neither do the columns.
  const byPlainName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  const rows: (string | Cells)[] = [];
  const isTimed = fields.some(isTimely);

  function createField(name: string): Field {
    const field: Field = { name, id: newId(), type: undefined, kinds: 0, row: -1 };
    fields.push(field);
    byPlainName.set(name.toLowerCase(), field);
    return field;
  }

  // Undefined if there is no column for it, nor may there be one.
  function fieldOf(key: string): Field | undefined {
    const found = byName.get(key);
    if (found) return found;
    const name = columnNameOf(key);
    if (name === undefined) return undefined;
    const alike = byPlainName.get(name.toLowerCase());
    if (!alike && fields.length >= maxColumns && name !== more && name !== receivedAt) return undefined;
    const field = alike ?? createField(name);
    byName.set(key, field);
    return field;
  }

  function add(event: Record<string, unknown>, line: number, at: number): void {
    const cells: Cells = { fields: [], values: [], more: undefined, line, at };
    const row = rows.length;
    flatten(event, (key, value) => {
      if (value === null) return;
      const field = fieldOf(key);
      if (field && field.row !== row) put(cells, field, value);
      else (cells.more ??= Object.create(null) as Record<string, unknown>)[key] = value;
      if (field) field.row = row;
    });
    if (cells.more) putMore(cells, row);
    // With columns that are known a row is a line at once, which spares a lot of memory.
    rows.push((isTimed && lineOf(cells, ownStamp())) || cells);
  }

  function putMore(cells: Cells, row: number): void {
    const field = fieldOf(more)!;
    const place = field.row === row ? cells.fields.indexOf(field) : -1;
    if (place < 0) return put(cells, field, cells.more);
    // An event with a field of that very name: it is one of several then.
    cells.more![more] = cells.values[place];
    cells.values[place] = cells.more;
    field.kinds |= kindOf(cells.more, field.type);
  }

  function settle(): Settled {
    const added: Column[] = [];
    const widened: Settled['widened'] = [];
    for (const field of fields) {
      const type = field.type ? widen(field.type, field.kinds) : typeOfKinds(field.kinds);
      if (!type) continue;
      if (!field.type) added.push({ id: field.id, name: field.name, type });
      else if (field.type !== type) widened.push({ id: field.id, type });
      field.type = type;
    }
    const stamp = stampOf(added);
    const lines: string[] = [];
    const rejects: RejectedRow[] = [];
    for (const row of rows) {
      const line = typeof row === 'string' ? row : lineOf(row, stamp);
      if (line === undefined) rejects.push(rejectOf(row as Cells));
      else lines.push(line);
    }
    const columns = columnsOf(fields.filter((field) => field.kinds > 0 || field === stamp));
    // An event without any field is a row all the same, and needs a column to stand in.
    return { columns: columns.length > 0 ? columns : columnsOf(fields), added, widened, lines, rejects };
  }

  // Without any column of time nothing could be asked over time: then the moment of arrival is one.
  function stampOf(added: Column[]): Field | undefined {
    if (fields.some(isTimely) || byPlainName.get(receivedAt)?.type) return ownStamp();
    const field = byPlainName.get(receivedAt) ?? createField(receivedAt);
    field.type = 'time';
    added.push({ id: field.id, name: field.name, type: 'time' });
    return field;
  }

  function ownStamp(): Field | undefined {
    const field = byPlainName.get(receivedAt);
    return field?.type === 'time' ? field : undefined;
  }

  return { add, settle };
}

const isTimely = ({ type }: Field) => type === 'time' || type === 'date';

function put(cells: Cells, field: Field, value: unknown): void {
  field.kinds |= kindOf(value, field.type);
  cells.fields.push(field);
  cells.values.push(value);
}

const columnsOf = (fields: Field[]): Column[] =>
  fields.flatMap(({ id, name, type }) => (type ? [{ id, name, type }] : []));
