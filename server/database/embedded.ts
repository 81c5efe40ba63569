import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import { account, findPrograms } from './programs.ts';

const role = 'shuju';

// The working directory is entered before the account changes, so naming it this way works in a folder
// that the account cannot reach by its path, and however long that path is.
const here = process.platform === 'linux' ? '/proc/self/cwd' : '.';

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
  if (!(await exists(directory))) await initialise(initdb, directory, password);
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

// What PostgreSQL writes about itself: the first line is its process id, the eighth how far it is.
async function readState(directory: string): Promise<{ pid: number; isReady: boolean }> {
  const file = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = file.split('\n');
  return { pid: Number.parseInt(lines[0]!, 10), isReady: lines[7]?.trim() === 'ready' };
}

async function findPostmaster(directory: string): Promise<number | undefined> {
  const { pid } = await readState(directory);
  return pid && isRunning(pid) && (await worksIn(pid, directory)) ? pid : undefined;
}

// After a crash of the machine the number may belong to another program, even to another PostgreSQL.
async function worksIn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => undefined), stat(directory)]);
  return theirs?.ino === ours.ino && theirs.dev === ours.dev;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !isZombie(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

// In a container nobody may collect the ended children of a killed server; they stay listed for ever.
const isZombie = (status: string) => /\) [ZX] /.test(status);

// Into a folder of another name first: a killed initdb leaves a half-made cluster that nothing can use.
async function initialise(initdb: string, directory: string, password: string): Promise<void> {
  const half = `${directory}.new`;
  const secret = await mkdtemp(path.join(tmpdir(), 'shuju-'));
  const passwordFile = path.join(secret, 'password');
  // A killed server's initdb may still be writing there for a moment.
  await rm(half, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(half, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await Promise.all([half, secret, passwordFile].map(giveAway));
  const options = ['-D', here, '-U', role, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const child = spawn(
    initdb,
    [...options, '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
    {
      ...account,
      cwd: half,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const complaint = textOf(child);
  const [code] = await once(child, 'exit');
  await rm(secret, { recursive: true, force: true });
  if (code !== 0) throw new Error(`PostgreSQL could not make its files: ${(await complaint).trim()}`);
  await rename(half, directory);
}

async function giveAway(file: string): Promise<void> {
  if (account.uid && account.gid) await chown(file, account.uid, account.gid);
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

// First PostgreSQL is asked to stop when its sessions have ended, which they are about to; then to end them itself.
async function stop(pid: number): Promise<void> {
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  for (let waited = 0; isRunning(pid); waited++) {
    if (waited === 50) process.kill(pid, 'SIGINT');
    await sleep(20);
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function textOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) text += chunk;
  return text;
}
