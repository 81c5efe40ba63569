import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDirectory } from '#server/testing/directories.ts';
import { createOwner, openTestProduct } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';

let disk: string;
let isMounted = false;

/** A tmpfs of a few megabytes; mounting it requires root. */
beforeAll(async () => {
  disk = await createDirectory();
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
});
afterAll(async () => {
  if (isMounted) execFileSync('umount', [disk]);
  await rm(disk, { recursive: true, force: true });
});

const at = '2026-01-31T16:30:00Z';

test('on a full disk only pushes are refused, and they work again once there is space', async (context) => {
  if (!isMounted) context.skip('only root can make a small disk');
  const product = await openTestProduct();
  const log = path.join(product.directory, 'log');
  await mkdir(log, { recursive: true });
  execFileSync('mount', ['--bind', disk, log]);
  try {
    const pusher = await createPusher(product, (await createOwner(product)).token);
    expect((await pusher.push('rows', { at, n: 0 })).status).toBe(200);
    await writeFile(path.join(disk, 'ballast'), Buffer.alloc(4_000_000));
    const large = { at, text: 'x'.repeat(300_000) };
    const refused = await pusher.push('rows', large, { 'idempotency-key': 'large' });
    expect([refused.status, refused.body.code]).toEqual([507, 'disk_full']);
    expect(await pusher.rowsOf('rows', 1)).toEqual([{ at, n: 0 }]);
    await rm(path.join(disk, 'ballast'));
    expect((await pusher.push('rows', large, { 'idempotency-key': 'large' })).status).toBe(200);
    expect((await pusher.push('rows', { at, n: 1 })).status).toBe(200);
    expect((await pusher.rowsOf('rows', 3)).map(({ n }) => n)).toEqual([0, undefined, 1]);
  } finally {
    execFileSync('umount', ['--lazy', log]);
    await product.close();
  }
});
