import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { standardLimits } from '#engine/testing/servers/queries.ts';
import type { DatabaseAddress, DatabaseClient } from './driver.ts';
import { openTrino } from './trino.ts';

// Behaviour that a real Trino does not show on request; everything else is tested with one in trino.trino.test.ts.

const servers: Server[] = [];
const clients: DatabaseClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server, which records its requests. */
async function serve(answer: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().on('end', () => answer(request, response));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { requests, port: (server.address() as AddressInfo).port };
}

function openClient(change: Partial<DatabaseAddress> & { port: number }): DatabaseClient {
  const account = { database: 'memory.default', user: 'reader', password: '', tls: 'off', zone: 'UTC' } as const;
  const client = openTrino({ host: 'trino.example', address: '127.0.0.1', ...account, ...change });
  clients.push(client);
  return client;
}

const select = { sql: 'select 1', params: [], ...standardLimits };

test.each([
  'http://127.0.0.1:PORT/v1/statement/executing/1',
  'http://trino.example:1/v1/statement/executing/1',
  'http://trino.example/v1/statement/executing/1',
  'http://reader@other.example:PORT/v1/statement/executing/1',
  'http://trino.example:PORT/v1/node',
  'http://trino.example:PORT/v1/statement/../node',
  'file:///v1/statement/executing/1',
  '/v1/statement/executing/1',
])('a link to %s is not followed', async (link) => {
  const { port, requests } = await serve((_, response) =>
    response.end(JSON.stringify({ stats: {}, nextUri: link.replace('PORT', String(port)) })),
  );
  await expect(openClient({ port }).query(select)).rejects.toMatchObject({ reason: 'protocol' });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v1/statement']);
});

test('requests go to the address that was checked, and name the host', async () => {
  const { port, requests } = await serve((request, response) => {
    const nextUri = `http://trino.example:${port}/v1/statement/executing/1?slug=2`;
    response.setHeader('x-trino-started-transaction-id', 'transaction1');
    response.end(JSON.stringify({ stats: {}, ...(request.method === 'POST' ? { nextUri } : {}) }));
  });
  await openClient({ port }).query(select);
  expect(requests.map(({ method, url, headers }) => [method, url, headers.host])).toEqual(
    [1, 2, 3].flatMap(() => [
      ['POST', '/v1/statement', `trino.example:${port}`],
      ['GET', '/v1/statement/executing/1?slug=2', `trino.example:${port}`],
    ]),
  );
  expect(requests.map(({ headers }) => headers['x-trino-transaction-id']).filter(Boolean)).toEqual([
    'NONE',
    'transaction1',
    'transaction1',
  ]);
});

test('a redirect is not followed', async () => {
  const target = await serve((_, response) => response.end('{}'));
  const { port } = await serve((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${target.port}/v1/statement` }).end(),
  );
  await expect(openClient({ port }).query(select)).rejects.toMatchObject({ reason: 'protocol', message: 'HTTP 307' });
  expect(target.requests).toEqual([]);
});

test('a password is not sent without TLS', async () => {
  const { port, requests } = await serve((_, response) => response.end('{}'));
  const failed = openClient({ port, password: 'secret' }).query(select);
  await expect(failed).rejects.toMatchObject({ reason: 'protocol' });
  expect(requests).toEqual([]);
});

test('a request to a busy server is retried', async () => {
  const statuses = [503, 429, 502];
  const { port, requests } = await serve((_, response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.setHeader('x-trino-started-transaction-id', 'transaction1');
    response.end('{"stats":{},"columns":[{"name":"n","type":"bigint"}],"data":[[9007199254740993]]}');
  });
  await expect(openClient({ port }).query(select)).resolves.toMatchObject({ values: [['9007199254740993']] });
  expect(requests).toHaveLength(6);
});

test.each([
  ['sign_in', 401],
  ['sign_in', 403],
  ['too_many', 429],
  ['unreachable', 503],
  ['protocol', 404],
])('a failure is %s with status %d', async (reason, status) => {
  const { port } = await serve((_, response) => response.writeHead(status).end());
  await expect(openClient({ port }).query(select)).rejects.toMatchObject({ reason });
});

test.each(['', '{}', '[]', 'null', '<html></html>', '{"stats":'])(
  'a server that answers %j is not accepted as Trino',
  async (text) => {
    const { port } = await serve((_, response) => response.end(text));
    await expect(openClient({ port }).query(select)).rejects.toMatchObject({ reason: 'protocol' });
  },
);

test.each([
  ['sign_in', { user: '小明' }],
  ['sign_in', { user: 'a\r\nx-trino-role: admin' }],
])('a failure is %s with %j, which no header can contain', async (reason, change) => {
  const { port, requests } = await serve((_, response) => response.end('{}'));
  await expect(openClient({ port, ...change }).query(select)).rejects.toMatchObject({ reason });
  expect(requests).toEqual([]);
});

test('at most four queries run at once', async () => {
  let started = 0;
  const { port } = await serve(() => (started += 1));
  const controller = new AbortController();
  const client = openClient({ port });
  const queries = Array.from({ length: 6 }, () => client.query(select, controller.signal));
  await expect.poll(() => started).toBe(4);
  controller.abort();
  servers.splice(0).forEach((server) => server.closeAllConnections());
  for (const query of queries) await expect(query).rejects.toThrow('aborted');
  expect(started).toBe(4);
});
