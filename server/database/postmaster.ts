import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// What PostgreSQL writes about itself: the first line is its process id, the eighth how far it is.
export async function readState(directory: string): Promise<{ pid: number; isReady: boolean }> {
  const file = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = file.split('\n');
  return { pid: Number.parseInt(lines[0]!, 10), isReady: lines[7]?.trim() === 'ready' };
}

/** The process of the PostgreSQL that runs on a directory. */
export async function findPostmaster(directory: string): Promise<number | undefined> {
  const { pid } = await readState(directory);
  return pid && isRunning(pid) && (await worksIn(pid, directory)) ? pid : undefined;
}

// After a crash of the machine the number may belong to another program, even to another PostgreSQL.
async function worksIn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => undefined), stat(directory)]);
  return theirs?.ino === ours.ino && theirs.dev === ours.dev;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !isZombie(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

// In a container nobody may collect the ended children of a killed server; they stay listed for ever.
const isZombie = (status: string) => /\) [ZX] /.test(status);

// First PostgreSQL is asked to stop when its sessions have ended, which they are about to; then to end them itself.
export async function stop(pid: number): Promise<void> {
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  for (let waited = 0; isRunning(pid); waited++) {
    if (waited === 50) process.kill(pid, 'SIGINT');
    await sleep(20);
  }
}
