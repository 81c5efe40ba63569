import pLimit from 'p-limit';
import type { Readable } from 'node:stream';

import { Problem } from '#contract/errors.ts';

const megabyte = 1024 * 1024;
const maxBytes = 5 * megabyte;
const maxPixels = 40_000_000;
const side = 256;

// One image at a time: decoding runs in the thread pool that password hashing and file access also use.
const decodeOne = pLimit(1);

// Magic bytes; file name and declared type are ignored.
const kinds = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF.{4}WEBP/s];

/** Reads an image from the body and returns a small square WebP without metadata. */
export async function readAvatarImage(body: Readable): Promise<Buffer> {
  const bytes = await readBytes(body);
  const head = bytes.subarray(0, 16).toString('latin1');
  if (!kinds.some((kind) => kind.test(head))) throw new Problem('picture_unreadable');
  return decodeOne(() => shrink(bytes));
}

async function readBytes(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    count += chunk.length;
    if (count > maxBytes) {
      // Drains the rest, so that the client receives the response.
      body.resume();
      throw new Problem('picture_too_large', { limit: `${maxBytes / megabyte} MB` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function shrink(bytes: Buffer): Promise<Buffer> {
  // Loaded lazily, on the first upload.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const;
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(rejectImage);
  if (width * height > maxPixels) throw new Problem('picture_too_large', { limit: `${maxPixels / 1e6} MP` });
  if (pages > 1) throw new Problem('picture_moves');
  return sharp(bytes, options)
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(rejectImage);
}

function rejectImage(cause: unknown): never {
  throw new Problem('picture_unreadable', {}, { cause });
}
