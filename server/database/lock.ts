import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { link, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

export class DirectoryInUse extends Error {}

const turnPattern = /^lock\.(\d+)$/;

/**
 * Takes the data directory for this process. The lock is a socket that we listen on: the kernel
 * drops it with the process, however that ends, and it works between containers too.
 *
 * Locks are numbered, and only a dead one is followed by the next number: a name is given away once,
 * so that of many starts at the same moment one wins, also when they all find the same dead lock.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  // A socket's path may have 107 bytes at most; through an open descriptor it is always short.
  const descriptor = openSync(directory, 'r');
  const base = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : directory;
  const own = path.join(base, `lock.${randomUUID()}`);
  const server = await listen(own);
  const release = async () => {
    await new Promise((resolve) => server.close(resolve));
    closeSync(descriptor);
  };
  for (;;) {
    const last = await lastTurn(base);
    if (await isHeld(path.join(base, `lock.${last}`))) {
      await release();
      throw inUse(directory);
    }
    if (await takeTurn(base, own, last + 1)) return release;
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

async function lastTurn(base: string): Promise<number> {
  const turns = (await readdir(base)).map((name) => Number(turnPattern.exec(name)?.[1] ?? 0));
  return Math.max(0, ...turns);
}

// Whoever slept while others came and went may get an old number: then a higher one is there.
async function takeTurn(base: string, own: string, turn: number): Promise<boolean> {
  const file = path.join(base, `lock.${turn}`);
  const linked = await link(own, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => refuseUnlessTaken(error),
  );
  if (!linked) return false;
  if ((await lastTurn(base)) === turn) {
    await removeDead(base);
    return true;
  }
  await rm(file, { force: true });
  return false;
}

function refuseUnlessTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

async function removeDead(base: string): Promise<void> {
  const files = (await readdir(base)).filter((name) => name.startsWith('lock.')).map((name) => path.join(base, name));
  for (const file of files) if (!(await isHeld(file))) await rm(file, { force: true });
}
