import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadFile, loadUploaded, proposalOf, sendContent, uploadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { mountSmallDisk, noSmallDisks } from '#server/testing/small-disk.ts';

const megabyte = 1024 * 1024;

/** Rows of about the given size, which hardly compress in a segment. */
function csvOf(megabytes: number): string {
  const lines = ['id,text'];
  for (let bytes = 0, n = 0; bytes < megabytes * megabyte; n++) {
    const line = `${n},${Array.from({ length: 8 }, () => Math.random().toString(36).slice(2)).join('')}`;
    bytes += line.length + 1;
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const folders = ['staging', 'segments'];
const filesIn = (folder: string) => readdir(path.join(product.directory, folder));

// Only root can mount a small disk.
test.skipIf(noSmallDisks).each(folders)(
  'a full disk below %s is reported, leaves no files behind, and imports work again later',
  async (folder) => {
    const unmount = mountSmallDisk(path.join(product.directory, folder), 12);
    try {
      const before = await loadFile(product, token, `before-${folder}.csv`, 'a\n1\n');
      const content = csvOf(16);
      const announced = await product.call(
        'POST /uploads',
        { name: 'b.csv', bytes: content.length, zone: 'UTC' },
        { token },
      );
      if (folder === 'staging') {
        const sent = await sendContent(product, token, announced.body.id, content);
        expect([sent.status, sent.body.code]).toEqual([507, 'disk_full']);
      } else {
        const upload = await uploadFile(product, token, 'b.csv', content);
        const plan = proposalOf(upload, { name: 'b' });
        const done = await loadUploaded(product, token, upload, { application: { name: 'b' }, plan });
        expect([done.state, done.failure?.code]).toEqual(['failed', 'disk_full']);
      }
      // The outcome is reported before the file is removed.
      await expect.poll(() => filesIn('staging')).toEqual([]);
      if (folder === 'segments') expect(await filesIn('segments')).toHaveLength(1);
      const read = await product.call('POST /datasets/:id/rows', { id: before.id }, { token });
      expect(read.body.total).toBe(1);
      const after = await loadFile(product, token, `after-${folder}.csv`, 'a\n1\n2\n');
      expect(after.rows).toBe(2);
    } finally {
      unmount();
    }
  },
);
