import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

import { ensureCluster } from './cluster.ts';
import { findPostmaster, isRunning, readState, stop } from './postmaster.ts';
import { retryOutage } from './retry-outage.ts';
import { account, findPrograms, workingDirectory, role } from './postgres-programs.ts';

// Small: it holds only metadata and shares the machine with the query engine.
const defaultSettings = {
  listen_addresses: '',
  unix_socket_directories: workingDirectory,
  max_connections: '60',
  shared_buffers: '32MB',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  jit: 'off',
  log_min_messages: 'fatal',
};

export type EmbeddedPostgres = { connection: pg.ClientConfig; close: () => Promise<void> };

/** Starts the embedded PostgreSQL on a directory, or takes over one that is still running there. */
export async function startEmbedded(
  directory: string,
  password: string,
  log: Logger,
  extraSettings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const connection = connectionTo(directory, password);
  const start = () => startUntilReady(directory, connection, { ...defaultSettings, ...extraSettings });
  let pid = await findReadyProcess(directory, connection);
  if (pid === undefined) {
    await ensureCluster((await findPrograms()).initdb, directory, password);
    pid = await start();
  }
  return { connection, close: supervise(pid, start, log) };
}

/** Connection to the PostgreSQL that runs on a directory, also one left behind by a killed server. */
export async function findEmbedded(directory: string, password: string): Promise<pg.ClientConfig | undefined> {
  const connection = connectionTo(directory, password);
  return (await findReadyProcess(directory, connection)) ? connection : undefined;
}

// Retries, because processes of a killed PostgreSQL release its shared memory only after a moment.
async function startUntilReady(
  directory: string,
  connection: pg.ClientConfig,
  settings: Record<string, string>,
): Promise<number> {
  const { postgres } = await findPrograms();
  for (let attempt = 1; ; attempt++) {
    const child = spawnPostgres(postgres, directory, settings);
    const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    const answers = await waitUntilReady(directory, connection, isAlive).catch(async (error: unknown) => {
      await stop(child.pid!);
      throw error;
    });
    if (answers) return child.pid!;
    if (attempt === 10) throw new Error('PostgreSQL stopped before it was ready; see its messages above.');
    await sleep(300);
  }
}

async function findReadyProcess(directory: string, connection: pg.ClientConfig): Promise<number | undefined> {
  const pid = await findPostmaster(directory);
  return pid && (await waitUntilReady(directory, connection, () => isRunning(pid))) ? pid : undefined;
}

/** Restarts PostgreSQL when its process exits. Returns the stop function. */
function supervise(first: number, startAgain: () => Promise<number>, log: Logger): () => Promise<void> {
  let pid = first;
  let starting: Promise<void> | undefined;
  const closing = new AbortController();
  const outage = { log, subject: 'the built-in PostgreSQL', signal: closing.signal };
  async function restart(): Promise<void> {
    pid = (await retryOutage(outage, startAgain)) ?? pid;
    starting = undefined;
  }
  const watch = setInterval(() => {
    if (!isRunning(pid)) starting ??= restart();
  }, 500).unref();
  return async () => {
    clearInterval(watch);
    closing.abort();
    await starting;
    await stop(pid);
  };
}

function connectionTo(directory: string, password: string): pg.ClientConfig {
  return { host: socketDirectoryOf(directory), user: role, database: 'postgres', password };
}

// A socket path has at most 107 bytes; through an open descriptor it is always short.
function socketDirectoryOf(directory: string): string {
  if (process.platform !== 'linux') return directory;
  return `/proc/self/fd/${openSync(path.dirname(directory), 'r')}/${path.basename(directory)}`;
}

function spawnPostgres(postgres: string, directory: string, settings: Record<string, string>): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In its own process group, or Ctrl-C would stop it while requests are still being finished.
  const child = spawn(postgres, ['-D', workingDirectory, ...options], {
    ...account,
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A program that cannot be run has no process id, which is detected while waiting.
  child.on('error', () => {}).unref();
  return child;
}

// True once it accepts connections, false if it exited before.
async function waitUntilReady(
  directory: string,
  connection: pg.ClientConfig,
  isAlive: () => boolean,
): Promise<boolean> {
  while (isAlive()) {
    const { isReady } = await readState(directory);
    if (isReady && (await canConnect(connection))) return true;
    await sleep(20);
  }
  return false;
}

async function canConnect(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  // `connect` rejects with the same error.
  client.on('error', () => {});
  const refusal = await client.connect().then(
    () => client.end(),
    (error: { code?: string }) => error,
  );
  if (refusal?.code === '28P01')
    throw new Error(
      'The database was created with a different secrets.json. Put that file back into the data directory.',
    );
  return !refusal;
}
