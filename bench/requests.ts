import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { type Figure, medianOf } from './figure.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rounds = 5;
const seconds = 3;

/** A trivial signed-in call compared with bare Fastify that is asked the same and answers the same, by turns in one run. */
export async function measureRequests(): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const headers = await createOwner(product.url);
    const body = await (await fetch(`${product.url}/api/me`, { headers })).text();
    const bare = await startBare(body);
    // Both are measured warm: a young process is slow whatever it does.
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
