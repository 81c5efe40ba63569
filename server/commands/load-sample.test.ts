import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { listDatabaseProcesses, spawnProgram, startServer, stopServer } from '#server/testing/process.ts';
import { createDirectory } from '#server/testing/directories.ts';
import { createOwner } from '#server/testing/product.ts';

test('the command loads the sample before the first visitor becomes the owner', async () => {
  const directory = await createDirectory();
  const settings = { SHUJU_DATA: directory };
  for (let times = 0; times < 2; times++) {
    const program = spawnProgram('load-sample', settings);
    expect([await program.ended, program.output(), listDatabaseProcesses(directory)]).toEqual([0, '', []]);
  }
  const server = await startServer(settings);
  const client = createClient(server.url);
  const { token } = await createOwner(client);
  const { body } = await client.call('GET /applications', {}, { token });
  expect(body).toMatchObject([{ kind: 'sample', datasets: 4, health: 'good' }]);
  await stopServer(server);
  await rm(directory, { recursive: true, force: true });
});
