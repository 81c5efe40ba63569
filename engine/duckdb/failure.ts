import { Problem } from '#contract/errors.ts';

/** Turns a full disk into a Problem; errors that nobody can act on stay as they are. */
export function problemOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  if (/ENOSPC|no space left|max_temp_directory_size/i.test(error.message)) {
    return new Problem('disk_full', {}, { cause: error });
  }
  return error;
}
