import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, createClient } from '#server/testing/client.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { createOwner } from '#server/testing/product.ts';
import { killServer, type ServerProcess, startServer, stopServer } from '#server/testing/process.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { pushLogKinds } from './push-log.ts';

const secret = 'a secret that is long enough to be one';
describe.each(pushLogKinds)('with the log in %s:', (pushLog) => {
  let directory: string;
  let server: ServerProcess;
  let client: Client;
  let pusher: Pusher;

  const start = async () => {
    server = await startServer({ SHUJU_DATA: directory, SHUJU_SECRET: secret }, pushLog);
    client = createClient(server.url);
  };

  beforeAll(async () => {
    directory = await createInstallation();
    await start();
    pusher = await createPusher(client, (await createOwner(client)).token);
  });
  afterAll(async () => {
    await stopServer(server);
    await rm(directory, { recursive: true, force: true });
  });

  const at = '2026-01-31T16:30:00Z';
  const withKey = (key: string) => ({ 'idempotency-key': key });

  test('a retry with the same key and body is not applied again and gets the same response, even if partly refused', async () => {
    const first = await pusher.push('once', [{ at }, 5], withKey('a'));
    await pusher.dataset('once', 1);
    const second = await pusher.push('once', [{ at }, 5], withKey('a'));
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({ accepted: 1, refused: [{ row: 2 }] });
    await pusher.push('once', { at }, withKey('b'));
    await pusher.dataset('once', 2);
  });

  test('the same key with another body, or for another dataset, is refused', async () => {
    expect((await pusher.push('once', { at, other: true }, withKey('a'))).body.code).toBe('key_reused');
    expect((await pusher.push('other', [{ at }, 5], withKey('a'))).status).toBe(422);
  });

  test('50 concurrent pushes with the same key are applied once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => pusher.push('crowd', { at }, withKey('crowd'))));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { accepted: 1, refused: [] }]);
    await pusher.push('crowd', { at });
    await pusher.dataset('crowd', 2);
  });

  test('only one of 50 concurrent pushes with the same key and different bodies is accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pusher.push('race', { at, n }, withKey('race'))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
  });

  test('a push refused for its body may be retried with the same key', async () => {
    expect((await pusher.push('again', '{"a":', withKey('again'))).status).toBe(422);
    expect((await pusher.push('again', { at }, withKey('again'))).status).toBe(200);
  });

  test('keys survive a crash, whether or not their rows are sealed', async () => {
    await pusher.push('crash', { at, n: 1 }, withKey('sealed'));
    await pusher.dataset('crash', 1);
    await pusher.push('crash', { at, n: 2 }, withKey('unsealed'));
    await killServer(server);
    await start();
    pusher = pusher.at(client);
    for (const [key, n] of [
      ['sealed', 1],
      ['unsealed', 2],
    ] as const) {
      expect((await pusher.push('crash', { at, n }, withKey(key))).body).toEqual({ accepted: 1, refused: [] });
      expect((await pusher.push('crash', { at, n: 3 }, withKey(key))).status).toBe(422);
    }
    await pusher.push('crash', { at, n: 3 });
    expect((await pusher.rowsOf('crash', 3)).map(({ n }) => n)).toEqual([1, 2, 3]);
  });
});
