import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';

import { type SlowClientLimits, watchSlowClients } from './slow-clients.ts';
import { sendLines } from './streams.ts';

const megabyte = 1024 * 1024;
const soon: SlowClientLimits = { stallMs: 200, maxHeldBytes: 1024 * megabyte };
const late: SlowClientLimits = { stallMs: 600_000, maxHeldBytes: 8 * megabyte };

let app: FastifyInstance;
afterEach(() => app.close());

/** A server that sends ten megabytes, and a record of cancelled requests. */
async function open(limits: SlowClientLimits) {
  app = Fastify();
  watchSlowClients(app, limits);
  const cancelled: string[] = [];
  app.get('/lines', async (request, reply) => {
    const { name } = request.query as { name: string };
    const begin: Parameters<typeof sendLines>[1] = async (send, signal) => {
      signal.addEventListener('abort', () => cancelled.push(name));
      await send([Buffer.alloc(5 * megabyte, 'x'), Buffer.alloc(5 * megabyte, 'y')]);
      await send({ kind: 'end' });
    };
    return sendLines(reply, begin, { failureOf: () => undefined as never, hold: undefined });
  });
  app.get('/json', () => ({ text: 'x'.repeat(10 * megabyte) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, cancelled };
}

/** Sends a request and never reads the response. */
async function neverRead(port: number, path: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return socket;
}

const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

test('a client that reads nothing is disconnected, and its request is cancelled', async () => {
  const { port, cancelled } = await open(soon);
  const sockets = await Promise.all([
    neverRead(port, '/lines?name=a'),
    neverRead(port, '/lines?name=b'),
    neverRead(port, '/json'),
  ]);
  await expect.poll(connections).toBe(0);
  await expect.poll(() => cancelled.toSorted()).toEqual(['a', 'b']);
  for (const socket of sockets) socket.destroy();
});

test('a slow client gets everything in order', async () => {
  const { url } = await open({ ...late, maxHeldBytes: 1024 * megabyte });
  const { body } = await fetch(`${url}/lines?name=slow`);
  let bytes = 0;
  let text = '';
  for await (const piece of body!) {
    await sleep(1);
    bytes += (piece as Uint8Array).length;
    text = (text + Buffer.from(piece as Uint8Array).toString()).slice(-100);
  }
  expect(bytes).toBe(10 * megabyte + '\n{"kind":"end"}\n'.length);
  expect(text.endsWith('y\n{"kind":"end"}\n')).toBe(true);
  expect(((await (await fetch(`${url}/json`)).json()) as { text: string }).text).toHaveLength(10 * megabyte);
});

test('unread responses are limited in total: the longest stalled clients are disconnected first', async () => {
  const { port, url, cancelled } = await open(late);
  const sockets: Socket[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) sockets.push(await neverRead(port, `/lines?name=${name}`));
  await expect.poll(() => cancelled.length).toBeGreaterThan(0);
  expect((await (await fetch(`${url}/lines?name=reader`)).text()).length).toBeGreaterThan(10 * megabyte);
  expect(cancelled).not.toContain('reader');
  for (const socket of sockets) socket.destroy();
});
