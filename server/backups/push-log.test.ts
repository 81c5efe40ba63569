import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createDirectory, createInstallation } from '#server/testing/directories.ts';
import { spawnProgram, startServer, stopServer } from '#server/testing/process.ts';
import { connectionOf, createOwner } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';
import { acquireSealLock } from '#server/testing/seal-lock.ts';

test('a backup of the log in the database contains every acknowledged push exactly once, sealed or not', async () => {
  const [directory, restored] = [await createInstallation(), await createDirectory()];
  const server = await startServer({ SHUJU_DATA: directory }, 'table');
  const client = createClient(server.url);
  const owner = await createOwner(client);
  const pusher = await createPusher(client, owner.token);
  await pusher.push('events', { n: 0 });
  await pusher.dataset('events', 1);
  const release = await acquireSealLock(await connectionOf(directory), pusher.application);
  // As large as a push may be, so that they do not fit into a batch.
  for (const n of [1, 2, 3])
    expect((await pusher.push('events', { n, text: 'x'.repeat(9_000_000) })).body).toMatchObject({ accepted: 1 });
  let count = 4;
  const over = new AbortController();
  const pushing = (async () => {
    while (!over.signal.aborted) await pusher.push('events', { n: count++ });
  })();
  const acknowledged = count;
  const { body: backup } = await client.call('POST /backups', {}, owner);
  const list = async () => (await client.call('GET /backups', {}, owner)).body;
  await expect.poll(async () => (await list()).backups.map(({ state }) => state)).toEqual(['ready']);
  over.abort();
  await pushing;
  await release();
  await stopServer(server);

  const file = path.join(directory, 'backups', `${backup.id}.tar`);
  const program = spawnProgram('restore', { SHUJU_DATA: restored }, [file]);
  expect([await program.ended, program.output()]).toEqual([0, expect.any(String)]);
  const restoredServer = await startServer({ SHUJU_DATA: restored });
  const restoredPusher = pusher.at(createClient(restoredServer.url));
  await expect.poll(async () => (await restoredPusher.find('events'))?.rows ?? 0).toBeGreaterThanOrEqual(acknowledged);
  const values = (await restoredPusher.values('events', 'n')) as number[];
  expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: values.length }, (_, n) => n));
  await stopServer(restoredServer);
  for (const each of [directory, restored]) await rm(each, { recursive: true, force: true });
});
