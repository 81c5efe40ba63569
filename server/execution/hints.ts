import type { ExecutionContext } from './execution.ts';

type HintContext = { execution: Pick<ExecutionContext['execution'], 'plans'>; log: ExecutionContext['log'] };

/** A promise in the plan cache, so that concurrent queries load a hint once. */
type Hint<T> = { value: Promise<T | undefined> };

const retryAfterMs = 60_000;

/**
 * Loads a hint that makes queries faster without changing their answers, such as the number of keys of a column. If
 * that fails, queries run without it, and it is loaded again after a minute.
 */
export function loadHint<T>(
  { execution: { plans }, log }: HintContext,
  key: string,
  load: () => Promise<T>,
): Promise<T | undefined> {
  const cached = plans.get(key) as Hint<T> | undefined;
  if (cached) return cached.value;
  const value = load().catch((error: unknown) => {
    log.error({ err: error }, 'loading a hint for faster queries failed');
    plans.set(key, hint, { ttl: retryAfterMs });
    return undefined;
  });
  const hint: Hint<T> = { value };
  plans.set(key, hint);
  return value;
}
