import { Problem } from '#contract/errors.ts';

/** What an error means for the person whose file it was; what nobody can act on stays as it is. */
export function problemOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  if (/ENOSPC|no space left|max_temp_directory_size/i.test(error.message)) {
    return new Problem('disk_full', {}, { cause: error });
  }
  return error;
}
