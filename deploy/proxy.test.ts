import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { apiPrefix } from '#contract/shell.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openEventStream } from '#server/testing/access.ts';
import { type Client, createClient, signIn } from '#server/testing/client.ts';
import { loadFile, sendContent } from '#server/testing/data.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { hasTestNginx, openTestNginx, type TestNginx } from '#server/testing/nginx.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { killServer, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createOwner, ownerAccount } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';
import { warehouseSettings } from '#server/testing/servers.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe.runIf(hasTestClickhouse && hasTestNginx)('two servers behind nginx', () => {
  let clickhouse: TestClickhouse;
  let database: TestDatabase;
  let directories: string[];
  let servers: ServerProcess[];
  let nginx: TestNginx;
  let client: Client;
  let token: string;

  const start = (directory: string, PORT = '0') =>
    startServer({
      PORT,
      SHUJU_DATA: directory,
      ...warehouseSettings(database, clickhouse),
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'debug',
    });

  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    database = await createTestDatabase();
    directories = [await createDirectory(), await createDirectory()];
    servers = await Promise.all(directories.map((directory) => start(directory)));
    const [one, two] = servers.map(({ url }) => new URL(url).host);
    nginx = await openTestNginx({ 'shuju-1:3000': one!, 'shuju-2:3000': two! });
    client = createClient(nginx.url);
    ({ token } = await createOwner(client));
  });
  afterAll(async () => {
    await nginx.close();
    await Promise.all(servers.map(stopServer));
    await database.close();
    await clickhouse.close();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  /** Lines of a server's log about a trace. */
  const linesOf = ({ output }: ServerProcess, id: string) =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(id))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** A field of all lines of the access log, to be polled: nginx writes a line after its response. */
  const logged = async (field: string) => (await nginx.accessLog()).map((line) => line[field]);

  /** Status codes of many requests, one after the other, while something happens. */
  async function callDuring(event: Promise<unknown>): Promise<Set<number>> {
    const statuses = new Set<number>();
    let isOver = false;
    void event.finally(() => (isOver = true));
    // oxlint-disable-next-line no-unmodified-loop-condition -- the event changes it meanwhile
    while (!isOver || statuses.size === 0) {
      statuses.add((await client.call('GET /me', {}, { token })).status);
      statuses.add((await client.call('PATCH /me', { name: 'Owner' }, { token })).status);
    }
    return statuses;
  }

  test('people sign in, and both servers get requests', async () => {
    const session = await signIn(client, { identifier: ownerAccount.username, password: ownerAccount.password });
    const answers = Array.from({ length: 20 }, () => client.call('GET /me', {}, { token: session.token }));
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    await expect
      .poll(() => logged('upstream'))
      .toEqual(expect.arrayContaining(servers.map(({ url }) => new URL(url).host)));
    expect((await client.send('/metrics')).status).toBe(404);
  });

  test('an upload works when its requests reach different servers', async () => {
    // Larger than nginx accepts by default.
    const content = `city,amount\n${'Wuhan,1\n'.repeat(200_000)}`;
    const dataset = await loadFile(client, token, 'large.csv', content);
    expect(dataset.rows).toBe(200_000);
  });

  test('pushed events reach open pages at once', async () => {
    const pusher = await createPusher(client, token);
    const pages = await Promise.all([openEventStream(client, token), openEventStream(client, token)]);
    expect((await pusher.push('events', [{ page: '/a' }])).status).toBe(200);
    for (const { heard, leave } of pages) {
      await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: 'dataset' }));
      leave();
    }
    expect((await pusher.dataset('events', 1)).rows).toBe(1);
  });

  test('the client address is that of the connection to nginx, whatever the headers say', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example.com' };
    const body = await new Promise<string>((resolve, reject) => {
      const call = request(`${nginx.url}${apiPrefix}/me`, { localAddress: '127.0.0.9', headers });
      call.on('response', (response) => response.toArray().then((parts) => resolve(Buffer.concat(parts).toString())));
      call.on('error', reject).end();
    });
    const { requestId } = JSON.parse(body) as { requestId: string };
    await expect
      .poll(() => servers.flatMap((server) => linesOf(server, requestId)))
      .toMatchObject([{ ip: '127.0.0.9' }]);
  });

  test('log lines of nginx and of both servers share a trace id', async () => {
    const [one, two] = servers.map(({ url }) => createClient(url));
    const content = 'a\n1\n';
    const announced = await one!.call(
      'POST /uploads',
      { name: 'a.csv', bytes: content.length, zone: 'UTC' },
      { token },
    );
    const { id } = announced.body;
    expect((await sendContent(two!, token, id, content)).status).toBe(204);
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    expect((await two!.call('GET /uploads/:id', { id }, { token, headers })).status).toBe(200);
    const route = '/api/uploads/:id';
    await expect
      .poll(() => servers.map((server) => linesOf(server, traceId)))
      .toMatchObject([[{ route, status: 200 }], [{ route, status: 200 }]]);
    const ids = servers.map((server) => linesOf(server, traceId)[0]!['server']);
    expect(new Set(ids).size).toBe(2);
    await client.call('GET /me', {}, { token, headers });
    const refused = await client.send(`${apiPrefix}/me`);
    await expect.poll(() => logged('traceId')).toEqual(expect.arrayContaining([traceId, refused.body.requestId]));
  });

  test('a stopping server fails its readiness probe first, and no request fails', async () => {
    const [one] = servers as [ServerProcess];
    const isReady = async () => (await fetch(`${one.url}/readyz`)).status;
    expect(await isReady()).toBe(200);
    const stopped = stopServer(one);
    const statuses = callDuring(stopped);
    await expect.poll(isReady, { interval: 20 }).toBe(503);
    expect((await fetch(`${one.url}/healthz`)).status).toBe(200);
    expect(await stopped).toBe(0);
    expect(await statuses).toEqual(new Set([200]));
    servers[0] = await start(directories[0]!, new URL(one.url).port);
  });

  test('after a server was killed, all requests succeed through the other', async () => {
    const pusher = await createPusher(client, token);
    await killServer(servers[1]!);
    let accepted = 0;
    const push = async () => {
      const { status } = await pusher.push('after', [{ page: '/a' }]);
      if (status === 200) accepted++;
      return status;
    };
    const callOften = async () => {
      const statuses = new Set<number>();
      for (let i = 0; i < 20; i++) statuses.add(await push()).add((await client.call('GET /me', {}, { token })).status);
      return statuses;
    };
    // Only a request on a connection whose end nginx has not noticed yet can fail.
    await expect.poll(callOften).toEqual(new Set([200]));
    expect((await pusher.dataset('after', accepted)).rows).toBe(accepted);
    const page = await openEventStream(client, token);
    await push();
    await expect.poll(() => page.heard).toContainEqual(expect.objectContaining({ kind: 'dataset' }));
    page.leave();
    servers[1] = await start(directories[1]!, new URL(servers[1]!.url).port);
    expect((await fetch(`${servers[1].url}/readyz`)).status).toBe(200);
  });
});
