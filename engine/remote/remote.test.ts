import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import { waitUntilRunning, standardLimits } from '#engine/testing/servers/queries.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import { openRemote, type DriverProcess } from './remote.ts';
import type { RemoteDatabase } from './tasks.ts';

let server: TestServer;
let remote: DriverProcess;
let database: RemoteDatabase;
beforeAll(async () => {
  server = await openTestPostgres();
  remote = openRemote();
  database = { ...server.address, id: 'one', kind: 'postgres' };
});
afterAll(async () => {
  await remote.close();
  await server.close();
});

const options = { seconds: 60 };
const queryOf = (sql: string) => ({ sql, params: [], ...standardLimits });
const runQuery = (sql: string, more: { signal?: AbortSignal; database?: RemoteDatabase } = {}) =>
  remote.run(
    'query',
    { database: more.database ?? database, query: queryOf(sql) },
    { ...options, ...(more.signal && { signal: more.signal }) },
  );

const listRunning = () =>
  server.execute(`select query from pg_stat_activity
    where application_name = 'Shuju' and state = 'active' and datname = current_database()`);

function listProcesses(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return [...list.matchAll(/^\s*(\d+) .*remote-process\.js/gm)].map(([, pid]) => Number(pid));
}

test('an answer is JSON text, column by column', async () => {
  const query = queryOf("select * from (values (1, 'a'), (2, null)) as t(n, x)");
  await expect(remote.run('answer', { database, query }, options)).resolves.toMatchObject({
    columns: [
      { name: 'n', type: 'integer' },
      { name: 'x', type: 'text' },
    ],
    rows: 2,
    isCutOff: false,
    values: ['[1,2]', '["a",null]'],
  });
});

test('tables, columns and rights are listed', async () => {
  await server.execute('create table listed (n int)');
  const tables = await remote.run('tables', { database }, options);
  expect(tables).toMatchObject([{ schema: 'public', name: 'listed' }]);
  const columns = await remote.run('columns', { database, table: tables[0]! }, options);
  expect(columns).toMatchObject([{ name: 'n', type: 'integer' }]);
  await expect(remote.run('inspect', { database }, options)).resolves.toMatchObject({ readsFiles: true });
});

test('failures and problems keep their type and reason', async () => {
  await expect(runQuery('select * from nothing')).rejects.toMatchObject({ name: 'DatabaseFailure', reason: 'missing' });
  const large = { ...queryOf("select repeat('x', 2000)"), maxBytes: 1000 };
  const refused = remote.run('query', { database, query: large }, options);
  await expect(refused).rejects.toMatchObject({ name: 'Problem', code: 'query_too_large' });
  const slow = { ...queryOf('select pg_sleep(100)'), seconds: 0.1 };
  const ended = remote.run('query', { database, query: slow }, options);
  await expect(ended).rejects.toMatchObject({ name: 'Refusal', reason: 'timeout' });
});

test('four queries of a connection run at once, the others wait', async () => {
  const controller = new AbortController();
  const six = Array.from({ length: 6 }, () => runQuery('select pg_sleep(100)', { signal: controller.signal }));
  await expect.poll(async () => (await listRunning()).length).toBe(4);
  controller.abort();
  for (const result of await Promise.allSettled(six))
    expect(result).toMatchObject({ status: 'rejected', reason: { reason: 'cancelled' } });
  await expect.poll(listRunning).toEqual([]);
});

test('cancelling stops the query on the server', async () => {
  const controller = new AbortController();
  const slow = runQuery('select pg_sleep(100)', { signal: controller.signal });
  await waitUntilRunning(listRunning);
  controller.abort();
  await expect(slow).rejects.toMatchObject({ name: 'Refusal', reason: 'cancelled' });
  await expect.poll(listRunning).toEqual([]);
});

test('if the process dies, its tasks fail, their queries end on the server, and the next one runs', async () => {
  const slow = runQuery('select pg_sleep(100)');
  const lost = expect(slow).rejects.toMatchObject({ name: 'Refusal', reason: 'crashed' });
  await waitUntilRunning(listRunning);
  for (const pid of listProcesses()) process.kill(pid, 'SIGKILL');
  await lost;
  await expect.poll(listRunning).toEqual([]);
  await expect(runQuery('select 1 as n')).resolves.toMatchObject({ values: [[1]] });
});

test('a silent server does not delay other connections', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const controller = new AbortController();
  const hung = { ...database, id: 'two', address: '127.0.0.1', port };
  const waiting = runQuery('select 1', { database: hung, signal: controller.signal });
  const cancelled = expect(waiting).rejects.toMatchObject({ reason: 'cancelled' });
  await expect(runQuery('select 1 as n')).resolves.toMatchObject({ values: [[1]] });
  controller.abort();
  await cancelled;
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('new settings replace the sessions, and a closed connection has none', async () => {
  await runQuery('select 1');
  const wrong = runQuery('select 1', { database: { ...database, password: 'wrong' } });
  await expect(wrong).rejects.toMatchObject({ reason: 'sign_in' });
  await runQuery('select 1');
  await remote.run('disconnect', { id: 'one' }, options);
  const sessions = () =>
    server.execute("select 1 from pg_stat_activity where application_name = 'Shuju' and datname = current_database()");
  await expect.poll(sessions).toEqual([]);
});
