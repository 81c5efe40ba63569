import { setTimeout as sleep } from 'node:timers/promises';

import type { Dataset } from '#contract/datasets.ts';
import type { Answer, Client } from './client.ts';

/** A program that pushes into an application of its own, and looks at what became of it. */
export type Pusher = {
  application: string;
  keyId: string;
  secret: string;
  push: (dataset: string, body: unknown, headers?: Record<string, string>) => Promise<Answer<unknown>>;
  /** The dataset when it has so many rows. */
  dataset: (name: string, rows: number) => Promise<Dataset>;
  /** Its rows, as objects by the names of their columns; empty cells are left out. */
  rowsOf: (name: string, rows: number) => Promise<Record<string, unknown>[]>;
  find: (name: string) => Promise<Dataset | undefined>;
  /** All values of a column. */
  values: (name: string, column: string) => Promise<unknown[]>;
  /** The same program after the server has started again elsewhere. */
  at: (client: Client) => Pusher;
};

export async function createPusher(client: Client, token: string, name = 'Shop'): Promise<Pusher> {
  const { body: application } = await client.call('POST /applications', { name, kind: 'events' }, { token });
  const made = await client.call('POST /applications/:id/keys', { id: application.id, name: 'Server' }, { token });
  if (made.status !== 200) throw new Error(`no key: ${JSON.stringify([application, made.body])}`);
  return pusherAt(client, token, { application: application.id, keyId: made.body.key.id, secret: made.body.secret });
}

function pusherAt(client: Client, token: string, known: Pick<Pusher, 'application' | 'keyId' | 'secret'>): Pusher {
  const { application: id, secret } = known;

  function push(dataset: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<unknown>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    return client.send(`/api/ingest/${encodeURIComponent(dataset)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: isRaw ? (body as string) : JSON.stringify(body),
    });
  }

  async function find(name: string): Promise<Dataset | undefined> {
    const { body: list } = await client.call('GET /applications/:id/datasets', { id }, { token });
    const found = list.find((dataset) => dataset.name === name);
    return found && (await client.call('GET /datasets/:id', { id: found.id }, { token })).body;
  }

  async function dataset(name: string, rows: number): Promise<Dataset> {
    const until = Date.now() + 120_000;
    for (;;) {
      const found = await find(name);
      if (found?.rows === rows) return found;
      if (Date.now() > until) throw new Error(`${name} has ${found?.rows} rows instead of ${rows}`);
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
    const found: unknown[] = [];
    for (let offset = 0; offset < rows; offset += 1000) {
      const { body } = await client.call('POST /datasets/:id/rows', { id: ofDataset, offset, limit: 1000 }, { token });
      const place = body.columns.indexOf(columns.find((each) => each.name === column)!.id);
      found.push(...body.rows.map((row) => row[place]));
    }
    return found;
  }

  return { ...known, find, values, push, dataset, rowsOf, at: (other) => pusherAt(other, token, known) };
}
