import { accountErrors } from './account-errors.ts';
import { dataErrors, type ErrorEntry } from './data-errors.ts';
import { type ErrorCode, type ErrorParams, errors, sentenceOf } from './errors.ts';
import type { Language } from './language.ts';
import { outsideErrors } from './outside-errors.ts';
import { importErrors } from './import-errors.ts';
import { shareErrors } from './share-errors.ts';
import { sqlErrors } from './sql-errors.ts';

/** Every error of the product: a stable code, its HTTP status and its sentence. */
export const catalogue: Record<ErrorCode, ErrorEntry> = {
  ...errors,
  ...accountErrors,
  ...dataErrors,
  ...outsideErrors,
  ...importErrors,
  ...shareErrors,
  ...sqlErrors,
};

/** The sentence for an error, in the reader's language. */
export function messageOf(code: ErrorCode, params: ErrorParams, language: Language): string {
  return sentenceOf(catalogue[code], params, language);
}
