import { Problem } from '#contract/errors.ts';
import type { Tasks } from './tasks.ts';

export async function inspectFile(input: Tasks['inspect']['input']): Promise<Tasks['inspect']['output']> {
  throw new Problem('file_unknown', { detail: input.name });
}
