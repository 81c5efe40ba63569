import { setTimeout as sleep } from 'node:timers/promises';

import { Refusal } from '#engine/engine.ts';
import type { PushedApplication } from './pushed-applications.ts';
import { StaleSealError } from './publish-sealed.ts';
import type { IngestionServices } from './services.ts';
import { sealPart, quarantinePush } from './seal-part.ts';

const megabyte = 1024 * 1024;
const minIntervalMs = 300;
const maxPartBytes = 16 * megabyte;
const maxCrashes = 20;

// Errors of the machine, which are not caused by the push.
const machineErrors = /no space left|disk|IO Error|E(NOSPC|DQUOT|MFILE|NFILE|IO)\b/i;

export type SealLoop = {
  /** Signals that an application has something to seal. */
  wake: (pushed: PushedApplication) => void;
  close: () => Promise<void>;
};

/** Seals logs into segments, one loop per application, started by new data. */
export function openSealLoop(
  services: IngestionServices,
  remove: (pushed: PushedApplication) => Promise<void>,
): SealLoop {
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;

  async function run(pushed: PushedApplication): Promise<void> {
    const faults = { failures: 0, crashes: 0 };
    while (pushed.sealed < pushed.log.end() && !signal.aborted) {
      const startedAt = Date.now();
      try {
        const exists = await sealNext(pushed, faults.crashes);
        if (!exists) return await remove(pushed);
        faults.failures = faults.crashes = 0;
      } catch (error) {
        if (!signal.aborted) recordFailure(pushed, faults, error);
      }
      const pause =
        faults.failures > 0 ? Math.min(faults.failures * 500, 10_000) : startedAt + minIntervalMs - Date.now();
      // An abort ends the wait and the loop.
      await sleep(Math.max(0, pause), undefined, { signal }).catch(() => {});
    }
  }

  // After crashes, seal smaller and smaller parts, down to the single push that causes them.
  function sealNext(pushed: PushedApplication, crashes: number): Promise<boolean> {
    if (crashes >= maxCrashes) return quarantinePush(services, pushed);
    const maxBytes = crashes < 8 ? maxPartBytes >> (crashes * 4) : 0;
    return sealPart(services, pushed, { atMost: maxBytes, signal });
  }

  function recordFailure(
    { id }: PushedApplication,
    faults: { failures: number; crashes: number },
    error: unknown,
  ): void {
    if (error instanceof StaleSealError) return;
    faults.failures++;
    // A killed process may have many causes; an error that the process reports will recur, so it counts more.
    if (error instanceof Refusal && !machineErrors.test(error.message))
      faults.crashes += error.reason === 'wrong' ? 4 : 1;
    services.log.error({ err: error, application: id, ...faults }, 'pushed events could not be stored yet');
  }

  function wake(pushed: PushedApplication): void {
    if (running.has(pushed.id) || signal.aborted) return;
    const loop = run(pushed).finally(() => {
      running.delete(pushed.id);
      if (pushed.sealed < pushed.log.end()) wake(pushed);
    });
    running.set(pushed.id, loop);
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
