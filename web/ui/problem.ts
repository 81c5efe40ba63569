import { errors, Problem, sentenceOf as fill } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { toast } from './toast.ts';

/** The sentence for anything that went wrong, in the reader's language. */
export function sentenceOf(error: unknown, language: Language = currentLanguage()): string {
  const problem = error instanceof Problem ? error : new Problem('internal');
  const { code, params } = problem;
  // Only the server knows what in the input was wrong, and the sentences about data.
  const isTold = code === 'invalid_input' || !(code in errors);
  if (isTold && params.message) return params.message;
  return fill(errors[code in errors ? (code as keyof typeof errors) : 'internal'], params, language);
}

/** Says what went wrong; for actions that have no place of their own to say it. */
export function toastProblem(error: unknown): void {
  void toast('error', sentenceOf(error));
}
