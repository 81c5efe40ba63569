import { messageOf, Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { toast } from './toast.ts';

/** The sentence for anything that went wrong, in the reader's language. */
export function sentenceOf(error: unknown, language: Language = currentLanguage()): string {
  const problem = error instanceof Problem ? error : new Problem('internal');
  // Only the server knows what in the input was wrong.
  if (problem.code === 'invalid_input' && problem.params.message) return problem.params.message;
  return messageOf(problem.code, problem.params, language);
}

/** Says what went wrong; for actions that have no place of their own to say it. */
export function toastProblem(error: unknown): void {
  void toast('error', sentenceOf(error));
}
