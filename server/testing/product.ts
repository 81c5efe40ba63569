import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';

import type { NewSession, Role } from '#contract/accounts/routes.ts';
import { parseConfig } from '#server/config.ts';
import { findEmbedded } from '#server/database/embedded.ts';
import { openProduct, type Product, type ProductUse } from '#server/product.ts';
import { type Client, createClient } from './client.ts';
import { createDirectory } from './directories.ts';
import { createTestDatabase } from './postgres.ts';
import { createTestWarehouse } from './warehouse.ts';
import { shareProcesses } from './processes.ts';

type ProductSettings = Record<string, string>;

/** A real product on a new directory, with direct access to its database. */
export type TestProduct = Client & {
  app: Product['app'];
  directory: string;
  connection: pg.ClientConfig;
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};

export async function openTestProduct(settings: ProductSettings = {}, use: ProductUse = {}): Promise<TestProduct> {
  const directory = await createDirectory();
  const database = settings.DATABASE_URL ? undefined : await createTestDatabase();
  const defaults = { SHUJU_DATA: directory, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  const warehouse = settings.WAREHOUSE_URL === undefined ? await createTestWarehouse() : undefined;
  const config = parseConfig({
    ...defaults,
    ...(database && { DATABASE_URL: database.url }),
    ...(warehouse && { WAREHOUSE_URL: warehouse.url, SHUJU_SECRET: 'a secret for tests of the warehouse' }),
    ...settings,
  });
  const product = await openProduct(config, { processes: shareProcesses(), ...use });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = product.app.server.address() as AddressInfo;
  const connection = { connectionString: config.databaseUrl! };
  const pool = new pg.Pool({ ...connection, max: 2 });
  // Without a listener, a dropped connection would end the process.
  pool.on('error', () => {});
  const close = async () => {
    await pool.end();
    await product.close();
    await database?.close();
    await warehouse?.close();
    await rm(directory, { recursive: true, force: true });
  };
  return {
    ...createClient(`http://127.0.0.1:${port}`),
    app: product.app,
    directory,
    connection,
    query: async (text, values) => (await pool.query(text, values)).rows,
    close,
  };
}

/** Connection to the embedded database of a running server. */
export async function connectionOf(directory: string): Promise<pg.ClientConfig> {
  const secrets = JSON.parse(await readFile(path.join(directory, 'secrets.json'), 'utf8'));
  return (await findEmbedded(path.join(directory, 'postgres'), secrets.database))!;
}

export async function queryOnce(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

export const ownerAccount = {
  name: '掌柜',
  username: 'owner',
  email: 'owner@example.com',
  password: 'the owner password',
};

/** A new, unused account. */
export function newAccount(name = 'Member'): typeof ownerAccount {
  const username = `m${randomUUID().slice(0, 8)}`;
  return { name, username, email: `${username}@example.com`, password: 'a member password' };
}

export async function createOwner(client: Client): Promise<NewSession> {
  const answer = await client.call('POST /auth/owner', ownerAccount);
  if (answer.status !== 200) throw new Error(`no owner: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Invites a new member and signs them up. */
export async function createMember(
  client: Client,
  ownerToken: string,
  role: Exclude<Role, 'owner'> = 'viewer',
): Promise<NewSession & { password: string }> {
  const account = newAccount();
  const invitation = await createInvitation(client, ownerToken, role);
  const answer = await client.call('POST /auth/signup', { ...account, invitation });
  if (answer.status !== 200) throw new Error(`no member: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, password: account.password };
}

export async function createInvitation(
  client: Client,
  ownerToken: string,
  role: Exclude<Role, 'owner'> = 'viewer',
): Promise<string> {
  const { body } = await client.call('POST /invitations', { role }, { token: ownerToken });
  return tokenIn(body.path);
}

/** Token in a one-time link. */
export function tokenIn(link: string): string {
  return new URL(link, 'http://localhost').searchParams.values().next().value!;
}
