import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDirectory } from '#server/testing/directories.ts';
import { downloadFile } from './download.ts';
import { openEgress } from './request.ts';

let server: http.Server;
let port: number;
let directory: string;
const content = Buffer.alloc(3 * 1024 * 1024, 'abc');

const replies: Record<string, (answer: http.ServerResponse) => void> = {
  '/file': (answer) => answer.end(content),
  '/moved': (answer) => answer.writeHead(302, { location: '/file' }).end(),
  '/inside': (answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/circle': (answer) => answer.writeHead(302, { location: '/circle' }).end(),
  '/missing': (answer) => answer.writeHead(404).end('no'),
  '/cut': (answer) => {
    answer.writeHead(200, { 'content-length': content.length });
    answer.write(content.subarray(0, 1000), () => answer.destroy());
  },
};

beforeAll(async () => {
  directory = await createDirectory();
  server = http.createServer((request, answer) => replies[request.url!]!(answer));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true, force: true });
});

function download(
  name: string,
  { allowsPrivate = true, maxGigabytes = 1, signal = new AbortController().signal } = {},
) {
  const file = path.join(directory, randomUUID());
  const url = `http://127.0.0.1:${port}${name}`;
  const request = { url, file, seconds: 10, maxGigabytes, signal };
  return downloadFile(openEgress(allowsPrivate), request).then(
    async ({ bytes, hash }) => ({ bytes, hash, isWhole: content.equals(await readFile(file)) }),
    (error: { code?: string }) => error.code,
  );
}

const whole = { bytes: content.length, hash: createHash('sha256').update(content).digest('hex'), isWhole: true };

test('a file is stored with its size and hash, also after a redirect', async () => {
  expect(await download('/file')).toEqual(whole);
  expect(await download('/moved')).toEqual(whole);
});

test('redirects to forbidden addresses and endless redirects are rejected', async () => {
  expect(await download('/inside')).toBe('address_inside');
  expect(await download('/circle')).toBe('host_redirects');
});

test('an incomplete or missing file is an error', async () => {
  expect(await download('/cut')).toBe('host_unreachable');
  expect(await download('/missing')).toBe('host_refused');
});

test('a file beyond the limit is rejected', async () => {
  expect(await download('/file', { maxGigabytes: 1 / 1024 })).toBe('host_too_much');
});

test('only https is called outside of private networks', async () => {
  expect(await download('/file', { allowsPrivate: false })).toBe('address_malformed');
});

test('a download can be cancelled', async () => {
  expect(await download('/file', { signal: AbortSignal.abort() })).toBe('cancelled');
});
