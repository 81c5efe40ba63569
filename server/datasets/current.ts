import { Problem } from '#contract/errors.ts';
import type { Services } from './services.ts';
import { loadSnapshot, type Snapshot } from './snapshot.ts';

/** A dataset as it is now, for a question about it. */
export const loadCurrent = (ctx: Services, dataset: string): Promise<Snapshot> =>
  loadSnapshot(ctx, dataset).catch(goneOf);

function goneOf(cause: unknown): never {
  throw cause instanceof Problem && cause.code === 'not_found' ? new Problem('dataset_gone', {}, { cause }) : cause;
}
