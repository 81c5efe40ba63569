import { Problem } from '#contract/errors.ts';
import { isOutOfMemory } from './segment-layout.ts';

/** Turns a full disk and a lack of memory into a Problem; other errors are unchanged. */
export function problemOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  if (/ENOSPC|no space left|max_temp_directory_size/i.test(error.message)) {
    return new Problem('disk_full', {}, { cause: error });
  }
  if (isOutOfMemory(error)) return new Problem('file_needs_memory', {}, { cause: error });
  return error;
}
