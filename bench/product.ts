import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Running = { url: string; pid: number; milliseconds: number; stop: () => Promise<void> };

/** Runs something with a data directory of its own and removes it afterwards. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-bench-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts the built product and waits until it is ready; says how long that took. */
export async function startProduct(directory: string): Promise<Running> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, SHUJU_DATA: directory, PORT: String(port), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const url = `http://localhost:${port}`;
  while (!(await isReady(url))) await sleep(10);
  return { url, pid: child.pid!, milliseconds: performance.now() - begun, stop: () => stop(child) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Creates the owner and gives back the headers of a signed-in call. */
export async function createOwner(url: string): Promise<Record<string, string>> {
  const first = await fetch(`${url}/api/installation`);
  const cookie = first.headers.get('set-cookie')!.split(';')[0]!;
  const response = await fetch(`${url}/api/auth/owner`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'x-xsrf-token': cookie.split('=')[1]! },
    body: JSON.stringify({ name: 'Owner', username: 'owner', email: 'owner@example.com', password: 'correct horse' }),
  });
  const { token } = (await response.json()) as { token: string };
  return { authorization: `Bearer ${token}`, cookie, 'x-xsrf-token': cookie.split('=')[1]! };
}
