import { messageOf } from '#contract/error-catalogue.ts';
import { type ErrorCode, type ErrorParams, Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import { countFields } from '#engine/events/flatten.ts';
import type { BodyFormat } from '#engine/events/frames.ts';
import { datasetOf, isObject, rowsOf, UnreadableLine } from '#engine/events/push-body.ts';

export const maxPushedRows = 10_000;
const maxFields = 1_000;

/** Response to a push: the number of durable rows, and the refused rows with reasons. Rows count from 1. */
export type PushAnswer = { accepted: number; refused: { row: number; code: ErrorCode; message: string }[] };

export type CheckedRows = { rows: unknown[]; answer: PushAnswer; refused: number[] };

/** Parses a body and validates each row; throws if no row is acceptable. */
export function checkRows(text: string, format: BodyFormat, language: Language): CheckedRows {
  const rows = parseRows(text, format);
  if (rows.length > maxPushedRows) throw new Problem('too_many_rows', { limit: String(maxPushedRows) });
  const answer: PushAnswer = { accepted: rows.length, refused: [] };
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
  if (refused.length > 0 && answer.accepted === 0) throwFirstRefusal(answer);
  return { rows, answer, refused };
}

function throwFirstRefusal({ refused: [first] }: PushAnswer): never {
  throw new Problem(first!.code, { line: first!.row, limit: String(maxFields), detail: '…' });
}

function parseRows(text: string, format: BodyFormat): unknown[] {
  try {
    return rowsOf(text, format);
  } catch (error) {
    if (error instanceof UnreadableLine) throw new Problem('json_malformed', { line: error.line, detail: error.near });
    throw error;
  }
}

const nearOf = (row: unknown) => (row instanceof UnreadableLine ? row.near : '');

function faultOf(row: unknown, format: BodyFormat): ErrorCode | undefined {
  if (row instanceof UnreadableLine) return 'json_malformed';
  if (!isObject(row)) return 'row_not_object';
  if (countFields(row, maxFields) > maxFields) return 'row_too_wide';
  return format === 'messages' && !datasetOf(row) ? 'message_type_unknown' : undefined;
}
