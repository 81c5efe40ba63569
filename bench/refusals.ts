import { request } from 'node:http';

import type { Measurement } from './measurement.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const bodies: [string, () => Buffer][] = [
  ['no body', () => Buffer.alloc(0)],
  ['null', () => Buffer.from('null')],
  ['truncated JSON', () => Buffer.from('{"identifier":')],
  ['half a million brackets', () => Buffer.from('['.repeat(500_000))],
  ['a field of a million characters', () => Buffer.from(JSON.stringify({ identifier: 'x'.repeat(1_000_000) }))],
  ['a hundred megabytes', () => Buffer.alloc(100 * 1024 * 1024, 'x')],
];

/** How long the slowest of many malformed requests takes to be refused. */
export async function measureRefusals(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const headers = await createOwner(product.url);
    let worst = 0;
    for (const [name, body] of bodies) {
      const content = body();
      await send(product.url, headers, content);
      const milliseconds = await send(product.url, headers, content);
      if (milliseconds > worst) worst = milliseconds;
      if (milliseconds > 50) console.log(`${name} took ${Math.round(milliseconds)} ms`);
    }
    await product.stop();
    return [{ name: 'slowest refusal of malformed input', value: worst, unit: 'ms', atMost: 50 }];
  });
}

function send(url: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
    };
    const call = request(`${url}/api/auth/signin`, options, (response) => {
      if (!response.statusCode || response.statusCode >= 500) reject(new Error(`status ${response.statusCode}`));
      resolve(performance.now() - startedAt);
      response.resume();
      call.destroy();
    });
    call.on('error', () => {});
    call.end(body);
  });
}
