import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
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
  const running = await findEmbedded(directory, password);
  if (running) return running;
  const programs = await findPrograms();
  if (!(await exists(directory))) await initialise(programs.initdb, directory, password);
  const child = spawnPostgres(programs.postgres, directory);
  const connection = connectionTo(directory, password);
  await answering(connection, () => child.exitCode === null);
  return { connection, close: () => stop(child.pid!) };
}

/** The PostgreSQL that runs on a directory, also one that a killed server left behind. */
export async function findEmbedded(directory: string, password: string): Promise<Embedded | undefined> {
  const pid = await findPostmaster(directory);
  if (!pid) return undefined;
  const connection = connectionTo(directory, password);
  const answers = await answering(connection, () => isRunning(pid)).catch(() => false);
  return answers ? { connection, close: () => stop(pid) } : undefined;
}

function connectionTo(directory: string, password: string): pg.ClientConfig {
  return { host: socketDirectoryOf(directory), user: role, database: 'postgres', password };
}

// A socket's path may have 107 bytes at most; through an open descriptor it is always short.
function socketDirectoryOf(directory: string): string {
  if (process.platform !== 'linux') return directory;
  return `/proc/self/fd/${openSync(path.dirname(directory), 'r')}/${path.basename(directory)}`;
}

async function findPostmaster(directory: string): Promise<number | undefined> {
  const file = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  return pid && isRunning(pid) && (await isPostgres(pid)) ? pid : undefined;
}

// After a crash of the machine the number may belong to another program.
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// Into a folder of another name first: a killed initdb leaves a half-made cluster that nothing can use.
async function initialise(initdb: string, directory: string, password: string): Promise<void> {
  const half = `${directory}.new`;
  const secret = await mkdtemp(path.join(tmpdir(), 'shuju-'));
  const passwordFile = path.join(secret, 'password');
  await rm(half, { recursive: true, force: true });
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
  child.unref();
  return child;
}

async function answering(connection: pg.ClientConfig, isAlive: () => boolean): Promise<true> {
  for (;;) {
    const client = new pg.Client(connection);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (cause) {
      if (!isAlive()) throw new Error('PostgreSQL stopped before it was ready', { cause });
      await sleep(20);
    }
  }
}

// An interrupt asks PostgreSQL to end sessions and write everything down; see its manual on shutting down.
async function stop(pid: number): Promise<void> {
  if (isRunning(pid)) process.kill(pid, 'SIGINT');
  while (isRunning(pid)) await sleep(20);
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
