import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { localHosts } from '#server/testing/local-hosts.ts';
import { callOut, type Egress, openEgress, type OutsideRequest, sendOut } from './request.ts';

let server: http.Server;
let port: number;
const received: string[] = [];

const replies: Record<string, (answer: http.ServerResponse) => void> = {
  '/here': (answer) => answer.end('here'),
  '/refused': (answer) => answer.writeHead(403).end('no'),
  '/away': (answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/endless': (answer) => {
    const more = () => answer.destroyed || answer.write(Buffer.alloc(64 * 1024), () => setImmediate(more));
    more();
  },
  '/huge': (answer) => answer.writeHead(200, { 'content-length': 10 * 1024 ** 3 }).write(Buffer.alloc(1024 * 1024)),
  '/silent': () => {},
  '/dripping': (answer) => {
    const timer = setInterval(() => answer.write('.'), 50);
    answer.once('close', () => clearInterval(timer));
  },
  '/broken': (answer) => answer.destroy(),
};

beforeAll(async () => {
  server = http.createServer((request, answer) => {
    received.push(`${request.method} ${request.headers.host} ${request.url}`);
    replies[request.url!]!(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = openEgress(true);
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
const codeOf = (egress: Egress, request: OutsideRequest) =>
  sendOut(egress, request).then(
    ({ status }) => status,
    (error: { code?: string }) => error.code,
  );

test('the response is returned, whatever its status', async () => {
  const answer = await sendOut(open, { url: at('/here'), method: 'POST', body: '{}' });
  expect([answer.status, String(answer.body)]).toEqual([200, 'here']);
  expect(await codeOf(open, { url: at('/refused') })).toBe(403);
});

test('a name is resolved once and that address is called, which prevents DNS rebinding', async () => {
  const addresses = ['127.0.0.1', '10.255.255.1'];
  let lookups = 0;
  const changing: Egress = {
    allowsPrivate: true,
    resolve: async () => [{ address: addresses[lookups++] ?? '10.255.255.1', family: 4 }],
  };
  expect(await codeOf(changing, { url: `http://changing.example:${port}/here` })).toBe(200);
  expect(lookups).toBe(1);
  expect(received.at(-1)).toBe(`GET changing.example:${port} /here`);
});

test('private addresses are not called unless allowed', async () => {
  const before = received.length;
  const closed = openEgress(false);
  for (const host of localHosts) {
    expect([host, await codeOf(closed, { url: `http://${host}:${port}/here` })]).toEqual([host, 'address_inside']);
  }
  expect(await codeOf(open, { url: 'http://169.254.169.254/latest/meta-data' })).toBe('address_inside');
  const mixed = { allowsPrivate: false, resolve: async () => [outside, { address: '127.0.0.1', family: 4 }] };
  expect(await codeOf(mixed, { url: 'https://mixed.example/' })).toBe('address_inside');
  expect(received.length).toBe(before);
});
const outside = { address: '1.1.1.1', family: 4 };

test('an invalid URL is rejected before any lookup', async () => {
  const never: Egress = { allowsPrivate: true, resolve: () => Promise.reject(new Error('looked up')) };
  for (const url of ['', 'example.com', 'file:///etc/passwd', 'ftp://example.com', 'http://user:secret@example.com/']) {
    expect([url, await codeOf(never, { url })]).toEqual([url, 'address_malformed']);
  }
  expect(await codeOf(never, { url: 'https://nobody.example/' })).toBe('host_unknown');
});

test('redirects are not followed, and endless, slow, silent and aborted responses fail', async () => {
  expect(await codeOf(open, { url: at('/away') })).toBe('host_redirects');
  expect(await codeOf(open, { url: at('/endless'), bytes: 256 * 1024 })).toBe('host_too_much');
  expect(await codeOf(open, { url: at('/huge'), bytes: 256 * 1024 })).toBe('host_too_much');
  expect(await codeOf(open, { url: at('/silent'), seconds: 0.2 })).toBe('host_silent');
  expect(await codeOf(open, { url: at('/dripping'), seconds: 0.3 })).toBe('host_silent');
  expect(await codeOf(open, { url: at('/broken') })).toBe('host_unreachable');
  expect(await codeOf(open, { url: 'http://127.0.0.1:1/' })).toBe('host_unreachable');
  const hanging: Egress = { allowsPrivate: true, resolve: () => new Promise(() => {}) };
  expect(await codeOf(hanging, { url: 'https://slow.example/', seconds: 0.2 })).toBe('host_silent');
});

test('a request that is cancelled before it begins ends at once, even if its name is never resolved', async () => {
  const silent: Egress = { allowsPrivate: true, resolve: () => new Promise(() => {}) };
  const request = { url: 'http://shop.example/', seconds: 3_600, cancelSignal: AbortSignal.abort() };
  await expect(callOut(silent, request, async () => null)).rejects.toMatchObject({ code: 'cancelled' });
});
