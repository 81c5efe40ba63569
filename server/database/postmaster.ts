import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { undefinedIfMissing } from '#server/missing-file.ts';

// postmaster.pid: the first line is the process id, the eighth the state.
export async function readState(directory: string): Promise<{ pid: number; isReady: boolean }> {
  const file = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(undefinedIfMissing);
  const lines = file?.split('\n') ?? [];
  return { pid: Number.parseInt(lines[0] ?? '', 10), isReady: lines[7]?.trim() === 'ready' };
}

/** Process id of the PostgreSQL that runs on a directory. */
export async function findPostmaster(directory: string): Promise<number | undefined> {
  const { pid } = await readState(directory);
  return pid && isRunning(pid) && (await runsIn(pid, directory)) ? pid : undefined;
}

// After a crash of the machine the process id may belong to another program, even to another PostgreSQL.
async function runsIn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // A process that has ended, or that belongs to somebody else, is not ours.
  const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => undefined), stat(directory)]);
  return theirs?.ino === ours.ino && theirs.dev === ours.dev;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !isZombie(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // The process does not exist, or ended between the two calls.
    return false;
  }
}

// In a container, nobody may reap the children of a killed server; they stay as zombies.
const isZombie = (status: string) => /\) [ZX] /.test(status);

// SIGTERM waits for sessions to end; SIGINT, a second later, terminates them.
export async function stop(pid: number): Promise<void> {
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  for (let waited = 0; isRunning(pid); waited++) {
    if (waited === 50) process.kill(pid, 'SIGINT');
    await sleep(20);
  }
}
