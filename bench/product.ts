import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { PushLogKind } from '#server/ingestion/push-log.ts';
import { createClient } from '#server/testing/client.ts';
import { startServer, stopServer } from '#server/testing/process.ts';

export type BenchProduct = { url: string; pid: number; milliseconds: number; stop: () => Promise<void> };

/** Runs a function with a temporary data directory and removes it afterwards. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-bench-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts the built product, waits until it is ready and measures how long that takes. */
export async function startProduct(
  directory: string,
  { pushLog, ...settings }: { pushLog?: PushLogKind } & Record<string, string> = {},
): Promise<BenchProduct> {
  const startedAt = performance.now();
  const server = await startServer({ SHUJU_DATA: directory, LOG_LEVEL: 'info', ...settings }, pushLog);
  const { ok } = await fetch(`${server.url}/readyz`);
  if (!ok) throw new Error('The product reported that it is ready, but /readyz fails.');
  const stop = async () => {
    await stopServer(server);
  };
  return { url: server.url, pid: server.child.pid!, milliseconds: performance.now() - startedAt, stop };
}

/** Creates the owner and returns the headers of a signed-in request. */
export async function createOwner(url: string): Promise<Record<string, string>> {
  const client = createClient(url);
  const owner = { name: 'Owner', username: 'owner', email: 'owner@example.com', password: 'correct horse' };
  const { body } = await client.call('POST /auth/owner', owner);
  return { ...(await client.browserHeaders()), authorization: `Bearer ${body.token}` };
}
