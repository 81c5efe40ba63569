import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createOwner } from '#server/testing/product.ts';
import { listDatabaseProcesses, spawnProgram, startServer, stopServer } from '#server/testing/process.ts';

let directory: string;

beforeEach(async () => {
  directory = await createDirectory();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('SIGTERM under load finishes requests in flight, accepts no new connections and exits with 0', async () => {
  const server = await startServer({ SHUJU_DATA: directory });
  const client = createClient(server.url);
  const { token } = await createOwner(client);
  expect((await client.call('GET /system', {}, { token })).body.database.kind).toBe('embedded');
  // These connections are already open; only connections made later count as new.
  await Promise.all(Array.from({ length: 36 }, () => client.send('/healthz')));
  // Password hashes keep these requests in flight for a while.
  const inFlight = Array.from({ length: 36 }, (_, i) =>
    i % 3
      ? client.call('POST /auth/signin', { identifier: `nobody${i}`, password: 'x' })
      : client.call('PATCH /me', { name: `名字 ${i}` }, { token }),
  );
  // The server handles four of these at a time; once some are done, it has read all of them.
  let done = 0;
  for (const each of inFlight.filter((_, i) => i % 3)) void each.then(() => done++);
  await expect.poll(() => done, { interval: 5 }).toBeGreaterThan(7);
  const stopped = stopServer(server);
  const answers = await Promise.all(inFlight);
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 3 ? 401 : 200)));
  expect(await stopped).toBe(0);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  expect(listDatabaseProcesses(directory)).toEqual([]);
});

test('SIGTERM rejects new connections while open requests finish', async () => {
  const server = await startServer({ SHUJU_DATA: directory });
  const { hostname, port } = new URL(server.url);
  const slow = connect(Number(port), hostname);
  const body = '{"identifier":"owner","password":"wrong password"}';
  const { cookie, 'x-xsrf-token': xsrf } = await createClient(server.url).browserHeaders();
  slow.write(
    `POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nx-xsrf-token: ${xsrf}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await fetch(`${server.url}/healthz`);
  const stopped = stopServer(server);
  const isRefused = () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused).toBe(true);
  slow.write(body);
  const [answer] = await once(slow, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await stopped).toBe(0);
});

test('SIGTERM does not wait for idle connections', async () => {
  const server = await startServer({ SHUJU_DATA: directory });
  const { hostname, port } = new URL(server.url);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const started = Date.now();
  expect(await stopServer(server)).toBe(0);
  expect(Date.now() - started).toBeLessThan(5000);
  silent.destroy();
});

test('SIGTERM during startup leaves no PostgreSQL process behind', async () => {
  const program = spawnProgram('main', { SHUJU_DATA: directory });
  await expect.poll(() => listDatabaseProcesses(directory).length, { interval: 5 }).toBeGreaterThan(0);
  expect(await stopServer(program)).toBe(0);
  expect(listDatabaseProcesses(directory)).toEqual([]);
});
