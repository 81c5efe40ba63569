import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import { ensureCluster } from './cluster.ts';
import { findPostmaster, isRunning, readState, stop } from './postmaster.ts';
import { account, findPrograms, here, role } from './programs.ts';

// Small on purpose: it holds metadata only and shares the machine with the engine.
const settings = {
  listen_addresses: '',
  unix_socket_directories: here,
  max_connections: '60',
  shared_buffers: '32MB',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  jit: 'off',
  log_min_messages: 'fatal',
};

export type Embedded = { connection: pg.ClientConfig; close: () => Promise<void> };

/** Starts the PostgreSQL that came from npm on a directory, or takes over one that was left running there. */
export async function startEmbedded(directory: string, password: string): Promise<Embedded> {
  const connection = connectionTo(directory, password);
  const pid = (await findAnswering(directory, connection)) ?? (await start(directory, connection, password));
  return { connection, close: keepRunning(pid, () => spawnAnswering(directory, connection)) };
}

/** How to reach the PostgreSQL that runs on a directory, also one that a killed server left behind. */
export async function findEmbedded(directory: string, password: string): Promise<pg.ClientConfig | undefined> {
  const connection = connectionTo(directory, password);
  return (await findAnswering(directory, connection)) ? connection : undefined;
}

async function start(directory: string, connection: pg.ClientConfig, password: string): Promise<number> {
  const { initdb } = await findPrograms();
  await ensureCluster(initdb, directory, password);
  return spawnAnswering(directory, connection);
}

// Processes of a killed PostgreSQL let go of its memory only after a moment; until then a new one gives up.
async function spawnAnswering(directory: string, connection: pg.ClientConfig): Promise<number> {
  const { postgres } = await findPrograms();
  for (let attempt = 1; ; attempt++) {
    const child = spawnPostgres(postgres, directory);
    const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    const answers = await isAnswering(directory, connection, isAlive).catch(async (error: unknown) => {
      await stop(child.pid!);
      throw error;
    });
    if (answers) return child.pid!;
    if (attempt === 10) throw new Error('PostgreSQL stopped before it was ready; it said why above.');
    await sleep(300);
  }
}

async function findAnswering(directory: string, connection: pg.ClientConfig): Promise<number | undefined> {
  const pid = await findPostmaster(directory);
  return pid && (await isAnswering(directory, connection, () => isRunning(pid))) ? pid : undefined;
}

/** Starts PostgreSQL again whenever it ends by itself, until the function that this returns is called. */
function keepRunning(first: number, startAgain: () => Promise<number>): () => Promise<void> {
  let pid = first;
  let starting: Promise<void> | undefined;
  async function restart(): Promise<void> {
    pid = await startAgain().catch(() => pid);
    starting = undefined;
  }
  const watch = setInterval(() => {
    if (!isRunning(pid)) starting ??= restart();
  }, 500).unref();
  return async () => {
    clearInterval(watch);
    await starting;
    await stop(pid);
  };
}

function connectionTo(directory: string, password: string): pg.ClientConfig {
  return { host: socketDirectoryOf(directory), user: role, database: 'postgres', password };
}

// A socket's path may have 107 bytes at most; through an open descriptor it is always short.
function socketDirectoryOf(directory: string): string {
  if (process.platform !== 'linux') return directory;
  return `/proc/self/fd/${openSync(path.dirname(directory), 'r')}/${path.basename(directory)}`;
}

function spawnPostgres(postgres: string, directory: string): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a process group of its own, or Ctrl-C would stop it while requests are still being finished.
  const child = spawn(postgres, ['-D', here, ...options], {
    ...account,
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A program that cannot be run has no process id, which is noticed where it is waited for.
  child.on('error', () => {}).unref();
  return child;
}

// True once it answers, false if it ended before.
async function isAnswering(directory: string, connection: pg.ClientConfig, isAlive: () => boolean): Promise<boolean> {
  while (isAlive()) {
    const { isReady } = await readState(directory);
    if (isReady && (await canConnect(connection))) return true;
    await sleep(20);
  }
  return false;
}

async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  const refusal = await client.connect().then(
    () => client.end(),
    (error: { code?: string }) => error,
  );
  if (refusal?.code === '28P01')
    throw new Error('The database was made with another secrets.json. Put that file back into the data directory.');
  return !refusal;
}
