import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, createClient } from '#server/testing/client.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { createInvitation, createOwner, newAccount, ownerAccount } from '#server/testing/product.ts';
import { killServer, postmasterOf, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';

// More rounds find more: `KILL_ROUNDS=200 npx vitest run --project layers server/database/durability`.
const rounds = Number(process.env.KILL_ROUNDS ?? 4);

let directory: string;
let server: ServerProcess;
let ownerToken: string;

const start = async () => {
  server = await startServer({ SHUJU_DATA: directory, SHUJU_SECRET: 'a secret that is long enough to be one' });
  return createClient(server.url);
};

beforeAll(async () => {
  directory = await createInstallation();
  ownerToken = (await createOwner(await start())).token;
});
afterAll(async () => {
  await stopServer(server);
  await rm(directory, { recursive: true, force: true });
});

type Acknowledged = { name: string; members: Set<string> };

/** Renames the owner repeatedly, one request at a time; records the acknowledged name and the one in flight. */
async function rename(
  client: Client,
  round: number,
  acknowledged: Acknowledged,
  inFlight: { name: string },
): Promise<void> {
  for (let i = 0; ; i++) {
    inFlight.name = `round ${round} name ${i}`;
    const { status } = await client.call('PATCH /me', { name: inFlight.name }, { token: ownerToken });
    if (status === 200) acknowledged.name = inFlight.name;
  }
}

async function signUp(client: Client, acknowledged: Acknowledged): Promise<void> {
  for (;;) {
    const account = newAccount();
    const invitation = await createInvitation(client, ownerToken);
    const { status } = await client.call('POST /auth/signup', { ...account, invitation });
    if (status === 200) acknowledged.members.add(account.username);
  }
}

test(
  `nothing acknowledged is lost by kill -9 at any moment (${rounds} times)`,
  { timeout: rounds * 30_000 + 120_000 },
  async () => {
    const acknowledged: Acknowledged = { name: ownerAccount.name, members: new Set() };
    let client = createClient(server.url);
    for (let round = 0; round < rounds; round++) {
      const inFlight = { name: '' };
      const work = Promise.allSettled([
        rename(client, round, acknowledged, inFlight),
        ...[1, 2].map(() => signUp(client, acknowledged)),
      ]);
      // Both kinds of write must be acknowledged before the kill.
      const areAcknowledged = () => acknowledged.members.size > 0 && acknowledged.name.startsWith(`round ${round} `);
      await expect.poll(areAcknowledged, { interval: 5 }).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
      const postmaster = postmasterOf(directory);
      await killServer(server);
      // Every other time the database is killed too, as in a crash of the machine.
      if (round % 2) process.kill(postmaster, 'SIGKILL');
      await work;
      client = await start();
      const { body: owner } = await client.call('GET /me', {}, { token: ownerToken });
      expect([acknowledged.name, inFlight.name]).toContain(owner.name);
      const { body: members } = await client.call('GET /members', {}, { token: ownerToken });
      const usernames = new Set(members.map(({ username }) => username));
      expect([...acknowledged.members].filter((username) => !usernames.has(username))).toEqual([]);
      acknowledged.name = owner.name;
    }
  },
);
