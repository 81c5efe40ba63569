import { accountErrors } from './accounts/errors.ts';
import { dataErrors, type ErrorEntry } from './queries/errors.ts';
import { type ErrorCode, type ErrorParams, errors, sentenceOf } from './errors.ts';
import type { Language } from '../domain/language.ts';
import { deliveryErrors } from './channels/errors.ts';
import { importErrors } from './imports/errors.ts';
import { shareErrors } from './shares/errors.ts';
import { sqlErrors } from './queries/sql-errors.ts';

/** Every error of the product: stable code, HTTP status and messages. */
export const catalogue: Record<ErrorCode, ErrorEntry> = {
  ...errors,
  ...accountErrors,
  ...dataErrors,
  ...deliveryErrors,
  ...importErrors,
  ...shareErrors,
  ...sqlErrors,
};

/** The message of an error in a language. */
export function messageOf(code: ErrorCode, params: ErrorParams, language: Language): string {
  return sentenceOf(catalogue[code], params, language);
}
