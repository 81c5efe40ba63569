import type { ColumnType } from '#contract/query.ts';
import type { RejectedRow } from '#engine/tables.ts';
import { fit, reasonOf, textOf } from './fit.ts';
import type { Kinds } from './kinds.ts';
import { cleanJson, cleanLine, cleanText } from './text.ts';

/** A field of events: its column, what was seen of it, and the last event that had it. */
export type Field = { name: string; id: string; type: ColumnType | undefined; kinds: Kinds; row: number };

/** An event whose fields are known, but perhaps not yet their types. */
export type Cells = {
  fields: Field[];
  values: unknown[];
  more: Record<string, unknown> | undefined;
  line: number;
  at: number;
};

/** The row as a line of JSON by column id, with its moment of arrival if there is a column for it; undefined if it does not fit. */
export function lineOf(cells: Cells, stamp: Field | undefined): string | undefined {
  let line = '{';
  let isStamped = false;
  for (let i = 0; i < cells.fields.length; i++) {
    const field = cells.fields[i]!;
    const text = field.type && fit[field.type](cells.values[i]);
    if (text === undefined) return undefined;
    isStamped ||= field === stamp;
    line += `${line.length > 1 ? ',' : ''}"${field.id}":${text}`;
  }
  if (stamp && !isStamped) line += `${line.length > 1 ? ',' : ''}"${stamp.id}":"${new Date(cells.at).toISOString()}"`;
  return cleanLine(`${line}}`);
}

/** A row that does not fit, with the first cell that is to blame. */
export function rejectOf({ fields, values, line }: Cells): RejectedRow {
  const wrong = fields.findIndex(({ type }, index) => fit[type!](values[index]) === undefined);
  const { id, type } = fields[wrong]!;
  const cells = Object.fromEntries(fields.map((field, index) => [field.id, textOf(cleanJson(values[index]))]));
  const value = cleanText(textOf(values[wrong])).slice(0, 1000);
  return { line, column: id, value, reason: reasonOf[type!], cells };
}
