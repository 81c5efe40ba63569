import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, createClient } from '#server/testing/client.ts';
import { loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { createOwner } from '#server/testing/product.ts';
import { killServer, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';

// Run more rounds with: `KILL_ROUNDS=100 npx vitest run --project layers server/imports/durability`.
const rounds = Number(process.env.KILL_ROUNDS ?? 4);
const rowCount = 60_000;

let directory: string;
let server: ServerProcess;
let token: string;

const start = async () => {
  server = await startServer({ SHUJU_DATA: directory, SHUJU_SECRET: 'a secret that is long enough to be one' });
  return createClient(server.url);
};

beforeAll(async () => {
  directory = await createInstallation();
  token = (await createOwner(await start())).token;
});
afterAll(async () => {
  await stopServer(server);
  await rm(directory, { recursive: true, force: true });
});

const content = `id,city,amount\n${Array.from({ length: rowCount }, (_, n) => `${n},city ${n % 50},${n / 4}`).join('\n')}\n`;

async function uploadAndLoad(client: Client, round: number, done: Set<string>): Promise<void> {
  for (let n = 0; ; n++) {
    const name = `r${round}n${n}`;
    const upload = await uploadFile(client, token, `${name}.csv`, content);
    const plan = proposalOf(upload, { name });
    const { state } = await loadUploaded(client, token, upload, { application: { name }, plan });
    if (state === 'done') done.add(name);
  }
}

test('partial segments of a server killed during its first load are removed', async () => {
  await killServer(server);
  await writeFile(path.join(directory, 'segments', `${randomUUID()}.duckdb`), 'half of a segment');
  await start();
  expect(readdirSync(path.join(directory, 'segments'))).toEqual([]);
});

test(
  `kill -9 at any moment of an upload leaves only complete datasets (${rounds} times)`,
  { timeout: rounds * 60_000 },
  async () => {
    const done = new Set<string>();
    let client = createClient(server.url);
    for (let round = 0; round < rounds; round++) {
      const work = uploadAndLoad(client, round, done).catch(() => {});
      await sleep(300 + Math.random() * 2500);
      await killServer(server);
      await work;
      client = await start();
      await expectConsistent(client, done);
    }
  },
);

async function expectConsistent(client: Client, done: Set<string>): Promise<void> {
  const { body: applications } = await client.call('GET /applications', {}, { token });
  const names = new Set<string>();
  const files = new Set<string>();
  for (const application of applications) {
    const { body: datasets } = await client.call('GET /applications/:id/datasets', { id: application.id }, { token });
    for (const dataset of datasets) {
      names.add(dataset.name);
      const { body } = await client.call(
        'POST /datasets/:id/rows',
        { id: dataset.id, offset: rowCount - 1 },
        { token },
      );
      expect([body.total, body.rows.length]).toEqual([rowCount, 1]);
      files.add(dataset.id);
    }
    const { body: imports } = await client.call('GET /applications/:id/imports', { id: application.id }, { token });
    expect(imports.filter(({ state }) => state === 'waiting' || state === 'loading')).toEqual([]);
  }
  expect([...done].filter((name) => !names.has(name))).toEqual([]);
  expect(readdirSync(path.join(directory, 'segments'))).toHaveLength(files.size);
  // Remaining staged uploads were fully read before the kill and can be imported.
  for (const id of readdirSync(path.join(directory, 'staging'))) {
    expect((await client.call('GET /uploads/:id', { id }, { token })).body.state).toBe('ready');
  }
}
