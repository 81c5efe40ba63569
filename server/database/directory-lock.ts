import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { link, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

class DirectoryInUse extends Error {}

const lockPattern = /^lock\.(\d+)$/;

/**
 * Locks the data directory for this process. The lock is a Unix socket that we listen on: the kernel closes it with the
 * process, and it works between containers too. Locks are numbered, and only a dead lock is followed by the next
 * number: each file name is used once, so that of many simultaneous starts exactly one wins, even if all find the same
 * dead lock.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  // A socket path has at most 107 bytes; through an open descriptor it is always short.
  const descriptor = openSync(directory, 'r');
  const base = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : directory;
  const own = path.join(base, `lock.${randomUUID()}`);
  const server = await listen(own);
  const release = async () => {
    await new Promise((resolve) => server.close(resolve));
    closeSync(descriptor);
  };
  for (;;) {
    const last = await lastLockNumber(base);
    if (await isHeld(path.join(base, `lock.${last}`))) {
      await release();
      throw inUse(directory);
    }
    if (await takeLock(base, own, last + 1)) return release;
  }
}

function inUse(directory: string): DirectoryInUse {
  return new DirectoryInUse(
    `Another Shuju is already running on ${directory}. Stop it first, or set SHUJU_DATA to another directory.`,
  );
}

function listen(file: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(file, () => resolve(server.unref()));
  });
}

function isHeld(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(true));
  });
}

async function lastLockNumber(base: string): Promise<number> {
  const numbers = (await readdir(base)).map((name) => Number(lockPattern.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

// A process that was suspended may link an old number: then a higher one exists.
async function takeLock(base: string, own: string, number: number): Promise<boolean> {
  const file = path.join(base, `lock.${number}`);
  const linked = await link(own, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => falseIfExists(error),
  );
  if (!linked) return false;
  if ((await lastLockNumber(base)) === number) {
    await removeDead(base);
    return true;
  }
  await rm(file, { force: true });
  return false;
}

function falseIfExists(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

async function removeDead(base: string): Promise<void> {
  const files = (await readdir(base)).filter((name) => name.startsWith('lock.')).map((name) => path.join(base, name));
  for (const file of files) if (!(await isHeld(file))) await rm(file, { force: true });
}
