import { setTimeout as sleep } from 'node:timers/promises';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { TestResponse, Client } from './client.ts';

/** A program that pushes into its own application, and reads the result. */
export type Pusher = {
  application: string;
  keyId: string;
  secret: string;
  push: (dataset: string, body: unknown, headers?: Record<string, string>) => Promise<TestResponse<unknown>>;
  /** The dataset, once it has this many rows. */
  dataset: (name: string, rows: number) => Promise<Dataset>;
  /** Rows as objects by column name; empty cells are omitted. */
  rowsOf: (name: string, rows: number) => Promise<Record<string, unknown>[]>;
  find: (name: string) => Promise<Dataset | undefined>;
  /** All values of a column. */
  values: (name: string, column: string) => Promise<unknown[]>;
  /** The same pusher on another server. */
  at: (client: Client) => Pusher;
};

export async function createPusher(client: Client, token: string, name = 'Shop'): Promise<Pusher> {
  const { body: application } = await client.call('POST /applications', { name, kind: 'events' }, { token });
  const created = await client.call('POST /applications/:id/keys', { id: application.id, name: 'Server' }, { token });
  if (created.status !== 200) throw new Error(`no key: ${JSON.stringify([application, created.body])}`);
  return pusherAt(client, token, {
    application: application.id,
    keyId: created.body.key.id,
    secret: created.body.secret,
  });
}

function pusherAt(client: Client, token: string, identity: Pick<Pusher, 'application' | 'keyId' | 'secret'>): Pusher {
  const { application: id, secret } = identity;

  function push(dataset: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse<unknown>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    return client.send(`/api/ingest/${encodeURIComponent(dataset)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: isRaw ? (body as string) : JSON.stringify(body),
    });
  }

  async function find(name: string): Promise<Dataset | undefined> {
    const { body: list } = await client.call('GET /applications/:id/datasets', { id }, { token });
    const match = list.find((dataset) => dataset.name === name);
    return match && (await client.call('GET /datasets/:id', { id: match.id }, { token })).body;
  }

  async function dataset(name: string, rows: number): Promise<Dataset> {
    const until = Date.now() + 120_000;
    for (;;) {
      const match = await find(name);
      if (match?.rows === rows) return match;
      if (Date.now() > until) throw new Error(`${name} has ${match?.rows} rows instead of ${rows}`);
      await sleep(50);
    }
  }

  async function rowsOf(name: string, rows: number): Promise<Record<string, unknown>[]> {
    const { id: ofDataset, columns } = await dataset(name, rows);
    const { body: page } = await client.call('POST /datasets/:id/rows', { id: ofDataset, limit: 1000 }, { token });
    const nameOf = (column: string) => columns.find((each) => each.id === column)!.name;
    return page.rows.map((row) =>
      Object.fromEntries(
        page.columns.map((column, i) => [nameOf(column), row[i]]).filter(([, value]) => value !== null),
      ),
    );
  }

  async function values(name: string, column: string): Promise<unknown[]> {
    const { id: ofDataset, columns, rows } = (await find(name))!;
    const columnValues: unknown[] = [];
    for (let offset = 0; offset < (rows ?? 0); offset += 1000) {
      const { body } = await client.call('POST /datasets/:id/rows', { id: ofDataset, offset, limit: 1000 }, { token });
      const index = body.columns.indexOf(columns.find((each) => each.name === column)!.id);
      columnValues.push(...body.rows.map((row) => row[index]));
    }
    return columnValues;
  }

  return { ...identity, find, values, push, dataset, rowsOf, at: (other) => pusherAt(other, token, identity) };
}
