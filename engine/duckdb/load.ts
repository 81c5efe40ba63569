import { Problem } from '#contract/errors.ts';
import type { Tasks } from './tasks.ts';

export async function loadTable(input: Tasks['load']['input']): Promise<Tasks['load']['output']> {
  throw new Problem('file_unknown', { detail: input.source.file });
}
