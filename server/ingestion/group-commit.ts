import { setImmediate as turn } from 'node:timers/promises';

import { Problem } from '#contract/errors.ts';

const maxGroupBytes = 16 * 1024 * 1024;
const diskFull = /^(ENOSPC|EDQUOT|53100)$/;

type PendingItem<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

export type GroupCommit<T, R> = {
  /** Resolves when the group of the item is stored. */
  add: (item: T) => Promise<R>;
  /** Waits until all added items are stored. */
  close: () => Promise<void>;
};

/**
 * Group commit: while one group of frames is being stored, the next one is collected, so that one sync makes many
 * pushes durable. `store` resolves with a result per item, or the error of an item that cannot be stored.
 */
export function openGroupCommit<T extends { frame: Buffer }, R>(
  store: (group: T[]) => Promise<(R | Error)[]>,
): GroupCommit<T, R> {
  let pending: PendingItem<T, R>[] = [];
  let writeLoop: Promise<void> | undefined;

  async function write(): Promise<void> {
    // Frames that arrive in the same turn of the event loop join the group.
    await turn();
    while (pending.length > 0) await commit(takeGroup());
    writeLoop = undefined;
  }

  async function commit(group: PendingItem<T, R>[]): Promise<void> {
    try {
      const results = await store(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index]!;
        if (result instanceof Error) reject(problemOf(result));
        else resolve(result);
      }
    } catch (error) {
      const problem = problemOf(error);
      for (const { reject } of group) reject(problem);
    }
  }

  function takeGroup(): PendingItem<T, R>[] {
    let bytes = 0;
    const limitIndex = pending.findIndex(
      ({ item }, index) => (bytes += item.frame.length) > maxGroupBytes && index > 0,
    );
    const group = limitIndex < 0 ? pending : pending.slice(0, limitIndex);
    pending = limitIndex < 0 ? [] : pending.slice(limitIndex);
    return group;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        pending.push({ item, resolve, reject });
        writeLoop ??= write();
      }),
    close: async () => {
      await writeLoop;
    },
  };
}

function problemOf(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const { code = '' } = cause as NodeJS.ErrnoException;
  return new Problem(diskFull.test(code) ? 'disk_full' : 'unavailable', {}, { cause });
}
