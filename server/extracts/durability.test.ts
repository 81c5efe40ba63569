import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { type Client, createClient } from '#server/testing/client.ts';
import { openConnectedDatabase } from '#server/testing/connected-database.ts';
import { waitFor } from '#server/testing/data.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { killServer, startServer, stopServer } from '#server/testing/process.ts';
import { connectionOf, createOwner, queryOnce } from '#server/testing/product.ts';

// Run more rounds with: `KILL_ROUNDS=50 npx vitest run --project layers server/extracts/durability`.
const rounds = Number(process.env.KILL_ROUNDS ?? 4);
const rowsPerRound = 5_000;

test(
  `kill -9 at any moment of an extract neither loses nor duplicates rows (${rounds} times)`,
  { timeout: (rounds + 2) * 60_000 },
  async () => {
    const database = await openConnectedDatabase();
    const directory = await createInstallation();
    const settings = { SHUJU_DATA: directory, SHUJU_SECRET: 'a secret that is long enough to be one' };
    let server = await startServer(settings);
    let client: Client = createClient(server.url);
    const { token } = await createOwner(client);
    const query = async (text: string) => queryOnce(await connectionOf(directory), text);

    let last = 0;
    const addRows = async () => {
      const [from, to] = [last + 1, (last += rowsPerRound)];
      await database.execute(`insert into orders select i, 'city ' || i % 50 from generate_series(${from}, ${to}) i`);
    };
    await database.execute('create table orders (id bigint, city text)');
    await addRows();
    const connected = await client.call('POST /connections', { name: 'Shop', ...database.settings }, { token });
    const tables = { id: connected.body.id, tables: [{ schema: 'public', name: 'orders' }] };
    const source = (await client.call('POST /applications/:id/tables', tables, { token })).body[0]!.id;
    const { columns } = (await client.call('GET /datasets/:id', { id: source }, { token })).body;
    const own = await client.call('POST /applications', { name: 'Extracts', kind: 'files' }, { token });
    const input = {
      id: own.body.id,
      dataset: { name: 'orders' },
      source: { kind: 'dataset' as const, dataset: source, growingColumn: columns[0]!.id },
      schedule: { kind: 'every' as const, minutes: 60 },
      zone: 'UTC',
    };
    const { id } = (await client.call('POST /applications/:id/extracts', input, { token })).body;

    for (let round = 0; round < rounds; round++) {
      await sleep(200 + Math.random() * 2500);
      await killServer(server);
      await addRows();
      server = await startServer(settings);
      client = createClient(server.url);
      // Releases the dead server's lease, so that the test need not wait for it to expire.
      await query('update extracts set claimed_until = null, next_run_at = now()');
    }
    const loaded = await waitFor(async () => {
      const { status, body: list } = await client.call(
        'GET /applications/:id/extracts',
        { id: own.body.id },
        { token },
      );
      // A server that just started on a busy machine may not answer yet.
      const extract = status === 200 ? list.find((each) => each.id === id)! : undefined;
      if (extract?.state !== 'idle') return undefined;
      if (extract.lastValue === last) return extract;
      await client.call('POST /extracts/:id/run', { id }, { token });
      return undefined;
    });
    const { body: dataset } = await client.call('GET /datasets/:id', { id: loaded.datasetId! }, { token });
    expect([loaded.failure, dataset.rows]).toEqual([null, last]);
    const { body: page } = await client.call(
      'POST /datasets/:id/rows',
      { id: dataset.id, offset: last - 1, order: { column: dataset.columns[0]!.id, direction: 'ascending' } },
      { token },
    );
    expect(page.rows.map(([number]) => number)).toEqual([last]);
    await stopServer(server);
    await database.close();
    await rm(directory, { recursive: true, force: true });
  },
);
