import autocannon from 'autocannon';
import { spawn } from 'node:child_process';

import { type Figure, medianOf } from './figure.ts';
import { createOwner, freePort, isReady, startProduct, stop, withDirectory } from './product.ts';

const rounds = 5;
const seconds = 3;

/** A trivial signed-in call compared with bare Fastify that answers the same body, by turns in one run. */
export async function measureRequests(): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const headers = await createOwner(product.url);
    const body = await (await fetch(`${product.url}/api/me`, { headers })).text();
    const bare = await startBare(body);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const floor = await rateOf(`${bare.url}/`, {});
      const ours = await rateOf(`${product.url}/api/me`, headers);
      ratios.push(ours / floor);
    }
    await Promise.all([product.stop(), bare.stop()]);
    return [
      { name: 'signed-in calls a second, of bare Fastify', value: medianOf(ratios), unit: 'times', atLeast: 0.6 },
    ];
  });
}

async function rateOf(url: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx } = await autocannon({ url, headers, connections: 32, duration: seconds });
  if (non2xx > 0) throw new Error(`${url} refused ${non2xx} calls`);
  return requests.average;
}

async function startBare(body: string) {
  const port = await freePort();
  const source = `
    import Fastify from 'fastify';
    const app = Fastify();
    const answer = ${body};
    app.get('/', () => answer);
    app.get('/readyz', () => answer);
    await app.listen({ port: ${port}, host: 'localhost' });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
  const url = `http://localhost:${port}`;
  while (!(await isReady(url)));
  return { url, stop: () => stop(child) };
}
