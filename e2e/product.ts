import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { startServer, stopServer } from '#server/testing/process.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { createOwner, owner, signIn } from './accounts.ts';

/** The built product, running on an empty data directory. */
export type RunningProduct = { url: string; stop: () => Promise<void> };

export async function startProduct(settings: Record<string, string> = {}, template?: string): Promise<RunningProduct> {
  const directory = await createInstallation(template);
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    PORT: port,
    PUBLIC_URL: url,
    SHUJU_DATA: directory,
    LOG_LEVEL: 'warn',
    ...settings,
  });
  // Interrupted tests leave no process behind.
  const killServer = () => void server.child.kill();
  process.once('exit', killServer);
  const stop = async () => {
    process.off('exit', killServer);
    const code = await stopServer(server);
    await rm(directory, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The product ended with ${code}: ${server.output()}`);
  };
  return { url, stop };
}

/** A data directory with an owner and the sample, to copy: loading the sample takes longer than most tests. */
export async function createSampleTemplate(): Promise<string> {
  const directory = await createInstallation();
  const server = await startServer({ SHUJU_DATA: directory, LOG_LEVEL: 'warn' });
  const token = await createOwner(server.url);
  const { status } = await createClient(server.url).call('POST /sample', {}, { token });
  await stopServer(server);
  if (status !== 200) throw new Error(`The sample was not loaded: ${status}`);
  return directory;
}

/** The product with the sample, and a token of its owner. */
export async function startWithSample(): Promise<RunningProduct & { token: string }> {
  const product = await startProduct({}, inject('sample'));
  return { ...product, token: await signIn(product.url, owner) };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
