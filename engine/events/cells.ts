import type { ColumnType } from '#domain/query/query.ts';
import type { RejectedRow } from '#engine/tables.ts';
import { encodeAs, reasonOf, textOf } from './encode-value.ts';
import type { Kinds } from './kinds.ts';
import { cleanJson, cleanLine, cleanText } from './clean-text.ts';

/** A field of events: its column, the kinds of its values, and the last event that had it. */
export type EventField = { name: string; id: string; type: ColumnType | undefined; kinds: Kinds; row: number };

/** The cells of an event; the types of its fields may not be known yet. */
export type EventCells = {
  fields: EventField[];
  values: unknown[];
  more: Record<string, unknown> | undefined;
  line: number;
  at: number;
};

/**
 * The row as a line of JSON by column id, with its arrival time if there is a column for it; undefined if it does not
 * fit.
 */
export function lineOf(cells: EventCells, arrivalField: EventField | undefined): string | undefined {
  let line = '{';
  let hasArrival = false;
  for (let i = 0; i < cells.fields.length; i++) {
    const field = cells.fields[i]!;
    const text = field.type && encodeAs[field.type](cells.values[i]);
    if (text === undefined) return undefined;
    hasArrival ||= field === arrivalField;
    line += `${line.length > 1 ? ',' : ''}"${field.id}":${text}`;
  }
  if (arrivalField && !hasArrival)
    line += `${line.length > 1 ? ',' : ''}"${arrivalField.id}":"${new Date(cells.at).toISOString()}"`;
  return cleanLine(`${line}}`);
}

/** A rejected row, with its first cell that does not fit. */
export function rejectOf({ fields, values, line }: EventCells): RejectedRow {
  const wrong = fields.findIndex(({ type }, index) => encodeAs[type!](values[index]) === undefined);
  const { id, type } = fields[wrong]!;
  const cells = Object.fromEntries(fields.map((field, index) => [field.id, textOf(cleanJson(values[index]))]));
  const value = cleanText(textOf(values[wrong])).slice(0, 1000);
  return { line, column: id, value, reason: reasonOf[type!], cells };
}
