import { type ErrorCode, type ErrorParams, errors, sentenceOf } from './errors.ts';
import { featureErrors } from './feature-errors.ts';
import type { ErrorEntry } from './queries/errors.ts';
import type { Language } from '../domain/language.ts';

/** Every error of the product: stable code, HTTP status and messages. */
export const catalogue: Record<ErrorCode, ErrorEntry> = { ...errors, ...featureErrors };

/** The message of an error in a language. */
export function messageOf(code: ErrorCode, params: ErrorParams, language: Language): string {
  return sentenceOf(catalogue[code], params, language);
}
