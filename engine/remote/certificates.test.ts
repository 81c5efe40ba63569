import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DatabaseKind } from '#domain/databases.ts';
import { openTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestMariadb } from '#engine/testing/servers/mariadb.ts';
import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import { standardLimits } from '#engine/testing/servers/queries.ts';
import { certificateFiles, openTlsProxy } from '#engine/testing/servers/tls-proxy.ts';
import type { DatabaseAddress } from './driver.ts';
import { openRemote, type DriverProcess } from './remote.ts';

const authoritySetting = 'NODE_EXTRA_CA_CERTS';
const closers: (() => unknown)[] = [];
const addresses = {} as Record<DatabaseKind, DatabaseAddress>;
let trusting: DriverProcess;
let other: DriverProcess;

beforeAll(async () => {
  const [postgres, mariadb, clickhouse] = await Promise.all([
    openTestPostgres(),
    openTestMariadb(),
    openTestClickhouse(),
  ]);
  const socket = { path: `${postgres.address.address}/.s.PGSQL.5432` };
  const secured = await openTlsProxy(socket, { startTls: true });
  const web = await openTlsProxy({ host: '127.0.0.1', port: clickhouse.address.port });
  const current = { host: 'db.example.test', address: '127.0.0.1' };
  addresses.postgres = { ...postgres.address, ...current, port: secured.port };
  addresses.mysql = { ...mariadb.address, ...current };
  addresses.clickhouse = { ...clickhouse.address, ...current, port: web.port };
  other = openRemote();
  await other.run('disconnect', { id: 'nothing' }, { seconds: 60 });
  // As an administrator sets it for the whole server: a process reads it once, when it starts.
  process.env[authoritySetting] = certificateFiles.authority;
  trusting = openRemote();
  await trusting.run('disconnect', { id: 'nothing' }, { seconds: 60 });
  delete process.env[authoritySetting];
  closers.push(other.close, trusting.close, secured.close, web.close);
  closers.push(postgres.close, mariadb.close, clickhouse.close);
});
afterAll(async () => {
  for (const close of closers) await close();
});

describe.each(['postgres', 'mysql', 'clickhouse'] as const)('%s', (kind) => {
  const query = { sql: 'select 1 as n', params: [], ...standardLimits };
  const runQuery = (engine: DriverProcess, change: Partial<DatabaseAddress>) =>
    engine.run('query', { database: { ...addresses[kind], ...change, id: kind, kind }, query }, { seconds: 30 });

  test('a certificate of a trusted authority is accepted', async () => {
    await expect(runQuery(trusting, { tls: 'verified' })).resolves.toMatchObject({ values: [[1]] });
  });

  test('a certificate for another host is refused', async () => {
    const failed = runQuery(trusting, { tls: 'verified', host: 'other.example.test' });
    await expect(failed).rejects.toMatchObject({ reason: 'certificate' });
  });

  test('a certificate of an unknown authority is refused, unless any is accepted', async () => {
    await expect(runQuery(other, { tls: 'verified' })).rejects.toMatchObject({ reason: 'certificate' });
    await expect(runQuery(other, { tls: 'encrypted' })).resolves.toMatchObject({ values: [[1]] });
  });
});
