import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession, Member } from '#contract/accounts/routes.ts';
import type { TestResponse } from '#server/testing/client.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let owner: NewSession;
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
});
afterAll(() => product.close());

async function send(content: string | Buffer, token = owner.token): Promise<TestResponse<Member>> {
  const headers = { ...(await product.browserHeaders()), authorization: `Bearer ${token}`, 'accept-language': 'en' };
  const body = typeof content === 'string' ? content : new Uint8Array(content);
  return product.send('/api/me/avatar', { method: 'PUT', headers, body }) as Promise<TestResponse<Member>>;
}

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#3b5bdb' } }).withExif({
    IFD0: { Artist: 'a secret name' },
  });

const fetchPicture = (id: string) => fetch(`${product.url}/api/avatars/${id}`);

test.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s becomes a small square without metadata', async (kind) => {
  const { status, body } = await send(await picture().toFormat(kind).toBuffer());
  expect(status).toBe(200);
  const response = await fetchPicture(body.avatar!);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect([width, height, format, exif]).toEqual([256, 256, 'webp', undefined]);
  expect(bytes.includes('a secret name')).toBe(false);
});

test('a new image has a new URL, the old one is gone, and the member list shows it', async () => {
  const { token, member } = await createMember(product, owner.token, 'editor');
  expect(member.avatar).toBeNull();
  const first = (await send(await picture().png().toBuffer(), token)).body.avatar!;
  const second = (await send(await picture(50, 50).png().toBuffer(), token)).body.avatar!;
  expect(second).not.toBe(first);
  expect((await fetchPicture(first)).status).toBe(404);
  expect((await product.call('GET /me', {}, { token })).body.avatar).toBe(second);
  const listed = (await product.call('GET /members', {}, { token: owner.token })).body;
  expect(listed.find(({ id }) => id === member.id)!.avatar).toBe(second);
  expect((await product.call('DELETE /me/avatar', {}, { token })).body.avatar).toBeNull();
  expect((await fetchPicture(second)).status).toBe(404);
});

/** A single-colour PNG of any dimensions in few bytes (decompression bomb). */
function bombOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', rows)]);
}

test('invalid, too large, animated and truncated images are rejected with a message', async () => {
  const whole = await picture(2000, 2000).jpeg().toBuffer();
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const cases: [string, string | Buffer, string][] = [
    ['nothing', '', 'picture_unreadable'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'picture_unreadable'],
    ['SVG with a head', '<?xml version="1.0"?><svg/>', 'picture_unreadable'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'picture_unreadable'],
    ['only the head of a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'picture_unreadable'],
    ['a script after the head of a GIF', 'GIF89a/*<svg>*/=alert(1)', 'picture_unreadable'],
    ['50,000 × 50,000', bombOf(50_000, 50_000), 'picture_too_large'],
    ['cut off', whole.subarray(0, whole.length / 2), 'picture_unreadable'],
    ['moving', moving, 'picture_moves'],
    ['10 MB', Buffer.alloc(10 * 1024 * 1024, 'x'), 'picture_too_large'],
  ];
  for (const [name, content, code] of cases) {
    const { status, body } = await send(content);
    expect([name, body.code, Math.floor(status / 100)]).toEqual([name, code, 4]);
  }
  expect((await send(Buffer.alloc(10 * 1024 * 1024))).body.message).toContain('5 MB');
});
