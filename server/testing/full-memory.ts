import http from 'node:http';

import { waitFor } from './data.ts';
import type { Pusher } from './push.ts';

const megabyte = 1024 * 1024;
/** All the memory that pushes may take together, except for a few bytes. */
const sizes = [...Array.from({ length: 12 }, () => 10 * megabyte), 8 * megabyte - 100];

/** Begins pushes that never end, so that others are told to come again later; gives the way to break them off. */
export async function fillPushMemory(url: string, { secret }: Pick<Pusher, 'secret'>): Promise<() => void> {
  const pushes = sizes.map((size) => {
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'content-length': size + 1,
    };
    const request = http.request(`${url}/api/ingest/large`, { method: 'POST', headers });
    request.on('error', () => {});
    return { request, written: new Promise<void>((done) => request.write(Buffer.alloc(size, ' '), () => done())) };
  });
  await Promise.all(pushes.map(({ written }) => written));
  await waitUntilFull(url, secret);
  return () => pushes.forEach(({ request }) => request.destroy());
}

// What was written may still be on its way. What is sent here is no JSON, so that none of it is taken.
async function waitUntilFull(url: string, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const body = 'x'.repeat(500);
  await waitFor(async () => {
    const { status } = await fetch(`${url}/api/ingest/large`, { method: 'POST', headers, body });
    return status === 429 ? true : undefined;
  });
}
