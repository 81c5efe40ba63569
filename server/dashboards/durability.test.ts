import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { killServer, postmasterOf, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { createOwner } from '#server/testing/product.ts';

// Run more rounds with `KILL_ROUNDS=100 npx vitest run --project layers server/dashboards/durability`.
const rounds = Number(process.env.KILL_ROUNDS ?? 3);

let directory: string;
let server: ServerProcess;
let token: string;
let id: string;

const start = async () => {
  server = await startServer({ SHUJU_DATA: directory, SHUJU_SECRET: 'a secret that is long enough to be one' });
  return createClient(server.url);
};

beforeAll(async () => {
  directory = await createInstallation();
  const client = await start();
  token = (await createOwner(client)).token;
  id = (await createDashboard(client, token, markedBy(0))).id;
});
afterAll(async () => {
  await stopServer(server);
  await rm(directory, { recursive: true, force: true });
});

/** A document that contains its version in every part. */
const markedBy = (mark: number): Dashboard =>
  dashboardOf(
    `Version ${mark}`,
    Array.from({ length: 100 }, (_, n) => textCard(`c${n}`, `${mark} `.repeat(500))),
  );

/** Publishes and saves drafts in a loop; records the confirmed version. */
async function saveForever(client: Client, confirmed: { version: number }): Promise<void> {
  for (;;) {
    const next = confirmed.version + 1;
    await client.call(
      'PUT /dashboards/:id/draft',
      { id, base: confirmed.version, dashboard: markedBy(next) },
      { token },
    );
    const published = await client.call(
      'PUT /dashboards/:id',
      { id, base: confirmed.version, dashboard: markedBy(next) },
      { token },
    );
    if (published.status === 200) confirmed.version = next;
  }
}

test(
  `kill -9 during a save leaves either the old or the new version intact (${rounds} times)`,
  { timeout: rounds * 60_000 },
  async () => {
    const confirmed = { version: 1 };
    let client = createClient(server.url);
    for (let round = 0; round < rounds; round++) {
      const work = saveForever(client, confirmed).catch(() => {});
      await sleep(300 + Math.random() * 700);
      const postmaster = postmasterOf(directory);
      await killServer(server);
      // Every third time the database is killed as well, like in a crash of the machine.
      if (round % 3 === 2) process.kill(postmaster, 'SIGKILL');
      await work;
      client = await start();
      const { body: saved } = await client.call('GET /dashboards/:id', { id }, { token });
      expect([confirmed.version, confirmed.version + 1]).toContain(saved.version);
      if (saved.version > 1) expect(saved.dashboard).toEqual(markedBy(saved.version));
      if (saved.draft) expect(saved.draft.dashboard).toEqual(markedBy(saved.draft.base + 1));
      const { body: versions } = await client.call('GET /dashboards/:id/versions', { id }, { token });
      expect(versions.map(({ number }) => number)).toEqual(
        Array.from({ length: saved.version }, (_, n) => saved.version - n),
      );
      confirmed.version = saved.version;
    }
    expect(confirmed.version).toBeGreaterThan(1);
  },
);
