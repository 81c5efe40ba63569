import { messageOf } from '#contract/catalogue.ts';
import { type ErrorCode, type ErrorParams, Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { countFields } from '#engine/events/flatten.ts';
import type { BodyFormat } from '#engine/events/frames.ts';
import { datasetOf, isObject, rowsOf, Unreadable } from '#engine/events/rows.ts';

/** At most so many rows come with one push. */
export const mostPushedRows = 10_000;
const maxFields = 1_000;

/** What a push is answered: how many rows are on disk, and which were refused and why. Rows count from one. */
export type Answer = { accepted: number; refused: { row: number; code: ErrorCode; message: string }[] };

export type Checked = { rows: unknown[]; answer: Answer; refused: number[] };

/** Parses a body and looks at its rows one by one; throws if there is nothing in it to accept. */
export function checkRows(text: string, format: BodyFormat, language: Language): Checked {
  const rows = parseRows(text, format);
  if (rows.length > mostPushedRows) throw new Problem('too_many_rows', { limit: String(mostPushedRows) });
  const answer: Answer = { accepted: rows.length, refused: [] };
  const refused: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    const fault = faultOf(rows[index], format);
    if (!fault) continue;
    const params: ErrorParams = { line: index + 1, limit: String(maxFields), detail: nearOf(rows[index]) };
    if (rows.length === 1) throw new Problem(fault, params);
    refused.push(index);
    answer.refused.push({ row: index + 1, code: fault, message: messageOf(fault, params, language) });
  }
  answer.accepted -= refused.length;
  if (refused.length > 0 && answer.accepted === 0) refuseAll(answer);
  return { rows, answer, refused };
}

function refuseAll({ refused: [first] }: Answer): never {
  throw new Problem(first!.code, { line: first!.row, limit: String(maxFields), detail: '…' });
}

function parseRows(text: string, format: BodyFormat): unknown[] {
  try {
    return rowsOf(text, format);
  } catch (error) {
    if (error instanceof Unreadable) throw new Problem('json_malformed', { line: error.line, detail: error.near });
    throw error;
  }
}

const nearOf = (row: unknown) => (row instanceof Unreadable ? row.near : '');

function faultOf(row: unknown, format: BodyFormat): ErrorCode | undefined {
  if (row instanceof Unreadable) return 'json_malformed';
  if (!isObject(row)) return 'row_not_object';
  if (countFields(row, maxFields) > maxFields) return 'row_too_wide';
  return format === 'messages' && !datasetOf(row) ? 'message_type_unknown' : undefined;
}
