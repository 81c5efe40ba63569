import { setTimeout as sleep } from 'node:timers/promises';

import { Refusal } from '#engine/engine.ts';
import { type ApplicationLog, type LogPart, type PartOutcome, StaleSealError } from './push-log.ts';
import { sealPart } from './seal-part.ts';
import type { IngestionServices } from './services.ts';

const megabyte = 1024 * 1024;
const minIntervalMs = 300;
const maxPartBytes = 16 * megabyte;
const maxCrashes = 20;

// Errors of the machine, which are not caused by the push.
const machineErrors = /no space left|disk|IO Error|E(NOSPC|DQUOT|MFILE|NFILE|IO)\b/i;

export type SealLoop = {
  /** Signals that a log has unsealed pushes. */
  wake: (log: ApplicationLog) => void;
  close: () => Promise<void>;
};

/** Failures in a row, and crashes of the part that starts with the push `first`. */
type SealFaults = { failures: number; crashes: number; first: number };

/** Seals logs into segments, one loop per application, started by new data. */
export function openSealLoop(services: IngestionServices): SealLoop {
  const running = new Map<ApplicationLog, Promise<void>>();
  /** Logs that got pushes since their running loop last read them. */
  const woken = new Set<ApplicationLog>();
  const closing = new AbortController();
  const { signal } = closing;

  async function run(log: ApplicationLog): Promise<void> {
    const faults: SealFaults = { failures: 0, crashes: 0, first: 0 };
    while (!signal.aborted) {
      const startedAt = Date.now();
      woken.delete(log);
      try {
        const outcome = await sealNext(log, faults);
        if (outcome === 'empty' && !woken.has(log)) return;
        if (outcome === 'used') faults.failures = faults.crashes = 0;
      } catch (error) {
        if (!signal.aborted) recordFailure(log, faults, error);
      }
      const pause =
        faults.failures > 0 ? Math.min(faults.failures * 500, 10_000) : startedAt + minIntervalMs - Date.now();
      // An abort ends the wait and the loop.
      await sleep(Math.max(0, pause), undefined, { signal }).catch(() => {});
    }
  }

  // After crashes, seal smaller and smaller parts, down to the single push that causes them.
  function sealNext(log: ApplicationLog, faults: SealFaults): Promise<PartOutcome> {
    const atMost = faults.crashes < 8 ? maxPartBytes >> (faults.crashes * 4) : 0;
    return log.usePart(atMost, async (part) => {
      signal.throwIfAborted();
      // Another server may have sealed the part that crashed.
      if (part.first !== faults.first) Object.assign(faults, { first: part.first, crashes: 0 });
      if (faults.crashes >= maxCrashes) await quarantine(log, part);
      else await sealPart(services, part, { applicationId: log.applicationId, atMost, signal });
    });
  }

  async function quarantine({ applicationId }: ApplicationLog, part: LogPart): Promise<void> {
    await part.quarantine();
    services.log.error(
      { application: applicationId, push: part.first },
      'a push that cannot be sealed was quarantined',
    );
  }

  function recordFailure({ applicationId }: ApplicationLog, faults: SealFaults, error: unknown): void {
    if (error instanceof StaleSealError) return;
    faults.failures++;
    // A process may be killed for many reasons; an error that it reports will recur, so it counts more.
    if (error instanceof Refusal && !machineErrors.test(error.message))
      faults.crashes += error.reason === 'wrong' ? 4 : 1;
    services.log.error({ err: error, application: applicationId, ...faults }, 'pushed events could not be stored yet');
  }

  function wake(log: ApplicationLog): void {
    if (signal.aborted) return;
    woken.add(log);
    if (running.has(log)) return;
    const loop = run(log).finally(() => {
      running.delete(log);
      if (woken.has(log)) wake(log);
    });
    running.set(log, loop);
  }

  return {
    wake,
    close: async () => {
      closing.abort();
      await services.seals.close();
      await Promise.all(running.values());
    },
  };
}
