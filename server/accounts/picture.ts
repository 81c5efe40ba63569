import type { Readable } from 'node:stream';

import { Problem } from '#contract/errors.ts';

const megabyte = 1024 * 1024;
const mostBytes = 5 * megabyte;
const mostPixels = 40_000_000;
const side = 256;

// By their first bytes; what a file is called or says of itself does not count.
const kinds = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF.{4}WEBP/s];

/** A small square WebP of a picture in a body, without anything else that was in the file. */
export async function readPicture(body: Readable): Promise<Buffer> {
  const bytes = await readBytes(body);
  const head = bytes.subarray(0, 16).toString('latin1');
  if (!kinds.some((kind) => kind.test(head))) throw new Problem('picture_unreadable');
  return inTurn(() => shrink(bytes));
}

async function readBytes(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    count += chunk.length;
    if (count > mostBytes) {
      // What still comes is let go, so that the answer is heard.
      body.resume();
      throw new Problem('picture_too_large', { limit: `${mostBytes / megabyte} MB` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function shrink(bytes: Buffer): Promise<Buffer> {
  // The library is loaded by whoever first sends a picture.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: mostPixels, failOn: 'truncated', sequentialRead: true } as const;
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(refuse);
  if (width * height > mostPixels) throw new Problem('picture_too_large', { limit: `${mostPixels / 1e6} MP` });
  if (pages > 1) throw new Problem('picture_moves');
  return sharp(bytes, options)
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(refuse);
}

function refuse(cause: unknown): never {
  throw new Problem('picture_unreadable', {}, { cause });
}

let last: Promise<unknown> = Promise.resolve();

// Decoding runs in threads that passwords and files need too; one picture at a time leaves them most of those.
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
