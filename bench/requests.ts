import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { type Measurement, medianOf } from './measurement.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rounds = 5;
const seconds = 3;

/** A trivial signed-in request compared with bare Fastify on the same request and response, in alternation. */
export async function measureRequests(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const headers = await createOwner(product.url);
    const body = await (await fetch(`${product.url}/api/me`, { headers })).text();
    const bare = await startBare(body);
    // Warm-up of both.
    await rateOf(`${bare.url}/`, headers);
    await rateOf(`${product.url}/api/me`, headers);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const floor = await rateOf(`${bare.url}/`, headers);
      const ours = await rateOf(`${product.url}/api/me`, headers);
      ratios.push(ours / floor);
    }
    bare.stop();
    await product.stop();
    return [
      {
        name: 'signed-in calls per second, relative to bare Fastify',
        value: medianOf(ratios),
        unit: 'times',
        atLeast: 0.6,
      },
    ];
  });
}

async function rateOf(url: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx } = await autocannon({ url, headers, connections: 32, duration: seconds });
  if (non2xx > 0) throw new Error(`${url} refused ${non2xx} calls`);
  return requests.average;
}

async function startBare(body: string) {
  const source = `
    import Fastify from 'fastify';
    const app = Fastify();
    const answer = ${body};
    app.get('/', () => answer);
    console.log(await app.listen({ port: 0, host: '127.0.0.1' }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.kill() };
}
