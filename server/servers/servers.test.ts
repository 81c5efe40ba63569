import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { apiPrefix, staleHeader } from '#contract/shell.ts';
import type { Client } from '#server/testing/client.ts';
import { proposalOf, sendContent, uploadFile, waitFor, waitForImport } from '#server/testing/data.ts';
import { createPusher } from '#server/testing/push.ts';
import { createOwner, ownerAccount } from '#server/testing/product.ts';
import { openTestServers, type TestServers } from '#server/testing/servers.ts';

describe.runIf(hasTestClickhouse)('two servers with one warehouse', () => {
  let clickhouse: TestClickhouse;
  let servers: TestServers;
  let token: string;
  let one: Client;
  let two: Client;
  beforeAll(async () => {
    clickhouse = await openTestClickhouse();
    await clickhouse.execute('create database shuju');
    const WAREHOUSE_URL = `http://shuju:password@127.0.0.1:${clickhouse.address.port}/shuju`;
    servers = await openTestServers({ WAREHOUSE_URL });
    ({ one, two } = servers);
    ({ token } = await createOwner(one));
  });
  afterAll(async () => {
    await servers.close();
    await clickhouse.close();
  });

  const rowsOf = async (client: Client, id: string) =>
    (await client.call('POST /datasets/:id/rows', { id, limit: 10 }, { token })).body.rows;

  test('share sessions', async () => {
    expect((await two.call('GET /me', {}, { token })).body).toMatchObject({ username: ownerAccount.username });
  });

  test('handle an upload whose requests go to different servers', async () => {
    const content = 'city,amount\nWuhan,1\n';
    const announced = await one.call(
      'POST /uploads',
      { name: 'relayed.csv', bytes: content.length, zone: 'UTC' },
      { token },
    );
    const { id } = announced.body;
    expect((await sendContent(two, token, id, content)).status).toBe(204);
    const upload = await waitFor(async () => {
      const { body } = await two.call('GET /uploads/:id', { id }, { token });
      return body.state === 'ready' ? body : undefined;
    });
    const input = { id, application: { name: 'Relayed' }, imports: [proposalOf(upload, { name: 'relayed' })] };
    const started = await two.call('POST /uploads/:id/imports', input, { token });
    expect(started.headers.get(staleHeader)).toBe('applications');
    const done = await waitForImport(two, token, started.body[0]!.id);
    expect(done).toMatchObject({ state: 'done', rows: 1 });
    expect(await rowsOf(one, done.datasetId!)).toEqual([['Wuhan', 1]]);
    expect(await rowsOf(two, done.datasetId!)).toEqual([['Wuhan', 1]]);
  });

  test('relay an upload that takes longer than the connection timeout', async () => {
    const content = 'city,amount\nWuhan,1\n';
    const announce = { name: 'slow.csv', bytes: content.length, zone: 'UTC' };
    const { id } = (await one.call('POST /uploads', announce, { token })).body;
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(content.slice(0, 5));
        await sleep(6_000);
        yield Buffer.from(content.slice(5));
      })(),
    );
    const headers = { ...(await two.browserHeaders()), authorization: `Bearer ${token}` };
    const init = { method: 'PUT', headers, body: Readable.toWeb(body) as never, duplex: 'half' } as RequestInit;
    expect((await two.send(`${apiPrefix}/uploads/${id}/content`, init)).status).toBe(204);
  });

  test('cancel an upload of the other', async () => {
    const upload = await uploadFile(one, token, 'cancelled.csv', 'a\n1\n');
    expect((await two.call('DELETE /uploads/:id', { id: upload.id }, { token })).status).toBe(204);
    expect((await one.call('GET /uploads/:id', { id: upload.id }, { token })).status).toBe(404);
  });

  test('refuse a relayed request without a session, and ignore a forged relay header', async () => {
    const upload = await uploadFile(one, token, 'private.csv', 'a\n1\n');
    expect((await two.call('GET /uploads/:id', { id: upload.id })).status).toBe(401);
    const forged = { 'x-shuju-relayed': '10.0.0.1 forged', authorization: `Bearer ${token}` };
    expect((await two.send(`${apiPrefix}/uploads/${upload.id}`, { headers: forged })).status).toBe(200);
  });

  test('show pushes to one on the other', async () => {
    const pusher = await createPusher(one, token);
    await pusher.push('events', [{ page: '/a' }]);
    await pusher.at(two).push('events', [{ page: '/b' }]);
    const { id } = await pusher.dataset('events', 2);
    expect((await rowsOf(two, id)).map((row) => row[0])).toEqual(expect.arrayContaining(['/a', '/b']));
    const changed = await pusher.at(two).push('events', [{ page: '/c' }]);
    expect(changed.status).toBe(200);
    await expect.poll(async () => (await rowsOf(one, id)).length).toBe(3);
  });

  test('list, download and delete the backups of both', async () => {
    const { id } = (await one.call('POST /backups', {}, { token })).body;
    await expect
      .poll(async () => (await two.call('GET /backups', {}, { token })).body.backups)
      .toMatchObject([{ id, state: 'ready' }]);
    const headers = { ...(await two.browserHeaders()), authorization: `Bearer ${token}` };
    const file = await two.send(`${apiPrefix}/backups/${id}/file`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ password: ownerAccount.password }),
    });
    expect(file.status).toBe(200);
    expect((await two.call('DELETE /backups/:id', { id }, { token })).status).toBe(204);
    expect((await one.call('GET /backups', {}, { token })).body.backups).toEqual([]);
  });
});
