import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const [firstDelayMs, maxDelayMs] = [500, 5_000];

type Outage = {
  log: Pick<Logger, 'warn' | 'info'>;
  /** What is lost, as the subject of the log messages. */
  subject: string;
  signal: AbortSignal;
};

/**
 * Repeats an attempt with backoff until it succeeds; returns undefined once `signal` aborts. Logs the start of the
 * outage, its first failed attempt, and its end.
 */
export async function retryOutage<T>(
  { log, subject, signal }: Outage,
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  if (!signal.aborted) log.warn(`${subject} is lost`);
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const result = await attempt();
      log.info({ failures }, `${subject} is back`);
      return result;
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, `${subject} cannot be restored yet, retrying`);
    }
    const delay = Math.min(firstDelayMs * 2 ** failures, maxDelayMs);
    // An abort ends the wait.
    await sleep(delay, undefined, { ref: false, signal }).catch(() => undefined);
  }
  return undefined;
}
