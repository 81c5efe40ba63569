import { openSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

export class DirectoryInUse extends Error {}

/**
 * Takes the data directory for this process. The lock is a socket that we listen on: the kernel
 * drops it with the process, however that ends, and it works between containers too.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const base = process.platform === 'linux' ? `/proc/self/fd/${openSync(directory, 'r')}` : directory;
  const file = path.join(base, 'lock');
  for (;;) {
    const server = await listen(file);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    if (await isHeld(file)) throw inUse(directory);
    await removeStale(file, directory);
  }
}

function inUse(directory: string): DirectoryInUse {
  return new DirectoryInUse(
    `Another Shuju is already running on ${directory}. Stop it first, or set SHUJU_DATA to another directory.`,
  );
}

function listen(file: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
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

// Two starts may find the same stale lock: whoever moved a live one away puts it back and yields.
async function removeStale(file: string, directory: string): Promise<void> {
  const moved = `${file}.${process.pid}`;
  await rename(file, moved).catch(() => undefined);
  if (await isHeld(moved)) {
    await link(moved, file).catch(() => undefined);
    await rm(moved, { force: true });
    throw inUse(directory);
  }
  await rm(moved, { force: true });
}
