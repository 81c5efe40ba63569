import http from 'node:http';

import { waitFor } from './data.ts';
import type { Pusher } from './push.ts';

const megabyte = 1024 * 1024;
/** All memory available to pushes, except for a few bytes. */
const sizes = [...Array.from({ length: 12 }, () => 10 * megabyte), 8 * megabyte - 100];

/** Starts pushes that never end, so that others get 429; returns the function that aborts them. */
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

// Written bytes may still be in transit. The probe is invalid JSON, so that it is never accepted.
async function waitUntilFull(url: string, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const body = 'x'.repeat(500);
  await waitFor(async () => {
    const { status } = await fetch(`${url}/api/ingest/large`, { method: 'POST', headers, body });
    return status === 429 ? true : undefined;
  });
}
