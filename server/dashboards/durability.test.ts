import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dashboard } from '#contract/dashboard.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { dashboardOf, makeDashboard, textCard } from '#server/testing/dashboards.ts';
import { killServer, postmasterOf, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createDirectory, createOwner } from '#server/testing/product.ts';

// More rounds find more: `KILL_ROUNDS=100 npx vitest run --project rooms server/dashboards/durability`.
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
  directory = await createDirectory();
  const client = await start();
  token = (await createOwner(client)).token;
  id = (await makeDashboard(client, token, markedBy(0))).id;
});
afterAll(async () => {
  await stopServer(server);
  await rm(directory, { recursive: true, force: true });
});

/** A document whose every part tells which version it is of. */
const markedBy = (mark: number): Dashboard =>
  dashboardOf(
    `Version ${mark}`,
    Array.from({ length: 100 }, (_, n) => textCard(`c${n}`, `${mark} `.repeat(500))),
  );

/** Publishes and keeps drafts as fast as it can; remembers what it was told is kept. */
async function saveOn(client: Client, kept: { version: number }): Promise<void> {
  for (;;) {
    const next = kept.version + 1;
    await client.call('PUT /dashboards/:id/draft', { id, base: kept.version, dashboard: markedBy(next) }, { token });
    const published = await client.call(
      'PUT /dashboards/:id',
      { id, base: kept.version, dashboard: markedBy(next) },
      { token },
    );
    if (published.status === 200) kept.version = next;
  }
}

test(
  `kill -9 at any moment of a save leaves the old version or the new one, whole (${rounds} times)`,
  { timeout: rounds * 60_000 },
  async () => {
    const kept = { version: 1 };
    let client = createClient(server.url);
    for (let round = 0; round < rounds; round++) {
      const work = saveOn(client, kept).catch(() => {});
      await sleep(300 + Math.random() * 700);
      const postmaster = postmasterOf(directory);
      await killServer(server);
      // Every third time the database goes too, as in a crash of the machine.
      if (round % 3 === 2) process.kill(postmaster, 'SIGKILL');
      await work;
      client = await start();
      const { body: saved } = await client.call('GET /dashboards/:id', { id }, { token });
      expect([kept.version, kept.version + 1]).toContain(saved.version);
      if (saved.version > 1) expect(saved.dashboard).toEqual(markedBy(saved.version));
      if (saved.draft) expect(saved.draft.dashboard).toEqual(markedBy(saved.draft.base + 1));
      const { body: versions } = await client.call('GET /dashboards/:id/versions', { id }, { token });
      expect(versions.map(({ number }) => number)).toEqual(
        Array.from({ length: saved.version }, (_, n) => saved.version - n),
      );
      kept.version = saved.version;
    }
    expect(kept.version).toBeGreaterThan(1);
  },
);
