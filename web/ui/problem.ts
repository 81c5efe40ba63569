import { errors, Problem, sentenceOf as fill } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { toast } from './toast.ts';

/** The error message in the current language. */
export function sentenceOf(error: unknown, language: Language = currentLanguage()): string {
  const problem = error instanceof Problem ? error : new Problem('internal');
  const { code, params } = problem;
  // Only the server knows what was wrong with the input, and the messages about data.
  const isServerMessage = code === 'invalid_input' || !(code in errors);
  if (isServerMessage && params.message) return params.message;
  return fill(errors[code in errors ? (code as keyof typeof errors) : 'internal'], params, language);
}

/** Shows an error as a toast, for actions without an inline error. */
export function toastProblem(error: unknown): void {
  void toast('error', sentenceOf(error));
}
