import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

import type { PushLogKind } from '#server/ingestion/push-log.ts';
import { root } from '#server/root.ts';

/** The built server as a separate process, as in production. */
export type ServerProcess = {
  child: ChildProcess;
  url: string;
  output: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

type ProcessSettings = Record<string, string>;

/** Starts a built program; `output` is everything it printed. */
export function spawnProgram(
  name: 'main' | 'reset-password' | 'restore' | 'load-sample' | 'move-rows',
  settings: ProcessSettings,
  args: string[] = [],
) {
  const file = path.join(root, 'dist/server', `${name}.js`);
  if (!existsSync(file)) throw new Error('The tests of processes need the built server: run `npm run build` first.');
  return spawnNode([file, ...args], settings);
}

function spawnNode(args: string[], settings: ProcessSettings) {
  const { PATH, HOME } = process.env as ProcessSettings;
  const environment = { PATH: PATH!, HOME: HOME!, HOST: '127.0.0.1', PORT: '0', ...settings };
  const child = spawn(process.execPath, args, { env: environment, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  // The pipe stays open in a database that outlives the server, so wait for the exit, not for the streams.
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, output: () => printed, ended };
}

/** Starts the server and waits until it is ready; with the log in the database it is a program of the tests. */
export async function startServer(settings: ProcessSettings, pushLog: PushLogKind = 'files'): Promise<ServerProcess> {
  const program = pushLog === 'files' ? spawnProgram('main', settings) : spawnTableServer(settings);
  const ready = new Promise<string>((resolve) => {
    program.child.stdout.on('data', () => {
      const url = / is ready: (\S+)/.exec(program.output())?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([ready, program.ended.then(() => undefined)]);
  if (!url) throw new Error(`The server did not start: ${program.output()}`);
  return { ...program, url };
}

function spawnTableServer(settings: ProcessSettings) {
  return spawnNode([path.join(process.env['SHUJU_PROGRAMS']!, 'table-server.js')], settings);
}

/** Stops a server with SIGTERM; returns its exit code. */
export async function stopServer({ child, ended }: Pick<ServerProcess, 'child' | 'ended'>): Promise<number | string> {
  child.kill('SIGTERM');
  return ended;
}

/** Kills a server, as in a crash of the machine. */
export async function killServer({ child, ended }: Pick<ServerProcess, 'child' | 'ended'>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Process id from postmaster.pid. */
export function postmasterOf(directory: string): number {
  return Number.parseInt(readFileSync(path.join(directory, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Database processes of a data directory, as seen by the operating system. */
export function listDatabaseProcesses(directory: string): number[] {
  const isOurs = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(path.join(directory, 'postgres'));
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number);
}
