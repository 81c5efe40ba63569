import { setTimeout as sleep } from 'node:timers/promises';

import { openProcesses } from '#engine/duckdb/processes.ts';
import { Refusal } from '#engine/engine.ts';
import type { Pushed } from './applications.ts';
import { Stale } from './publish.ts';
import type { Services } from './services.ts';
import { sealPart, setAside } from './turn.ts';

const megabyte = 1024 * 1024;
const period = 300;
const atMost = 16 * megabyte;
const maxCrashes = 20;

// What is wrong with the machine is not wrong with the push.
const outside = /no space left|disk|IO Error|E(NOSPC|DQUOT|MFILE|NFILE|IO)\b/i;

export type Sealing = {
  /** Says that an application has something to seal. */
  wake: (pushed: Pushed) => void;
  close: () => Promise<void>;
};

/** Turns logs into segments, each application's in its own time, soon after something came. */
export function openSealing(services: Services, remove: (pushed: Pushed) => Promise<void>): Sealing {
  const processes = openProcesses({ max: 1, keep: 0, yields: 10 });
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;

  async function run(pushed: Pushed): Promise<void> {
    const faults = { failures: 0, crashes: 0 };
    while (pushed.sealed < pushed.log.end() && !signal.aborted) {
      const begun = Date.now();
      try {
        const isThere = await take(pushed, faults.crashes);
        if (!isThere) return await remove(pushed);
        faults.failures = faults.crashes = 0;
      } catch (error) {
        if (!signal.aborted) count(pushed, faults, error);
      }
      const pause = faults.failures > 0 ? Math.min(faults.failures * 500, 10_000) : begun + period - Date.now();
      await sleep(Math.max(0, pause), undefined, { signal }).catch(() => {});
    }
  }

  // What brings a process down is looked for by taking less and less at a time, down to a single push.
  function take(pushed: Pushed, crashes: number): Promise<boolean> {
    if (crashes >= maxCrashes) return setAside(services, pushed);
    const portion = crashes < 8 ? atMost >> (crashes * 4) : 0;
    return sealPart({ ...services, processes }, pushed, { atMost: portion, signal });
  }

  function count({ id }: Pushed, faults: { failures: number; crashes: number }, error: unknown): void {
    if (error instanceof Stale) return;
    faults.failures++;
    // A process may be killed for many reasons; one that says what is wrong will say so again.
    if (error instanceof Refusal && !outside.test(error.message)) faults.crashes += error.reason === 'wrong' ? 4 : 1;
    services.log.error({ err: error, application: id, ...faults }, 'pushed events could not be sealed yet');
  }

  function wake(pushed: Pushed): void {
    if (running.has(pushed.id) || signal.aborted) return;
    const ended = run(pushed).finally(() => {
      running.delete(pushed.id);
      if (pushed.sealed < pushed.log.end()) wake(pushed);
    });
    running.set(pushed.id, ended);
  }

  return {
    wake,
    close: async () => {
      closing.abort();
      await processes.close();
      await Promise.all(running.values());
    },
  };
}
