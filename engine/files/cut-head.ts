import { createReadStream, createWriteStream } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';

import { readHead, wideEncodingOf } from './encoding.ts';
import { damagedProblemOf } from './unpack.ts';

/** A preview reads at most this many bytes of a packed or large part of a file. */
export const maxHeadBytes = 4 * 1024 * 1024;

/** Options that decompress truncated data as far as possible. */
export const untilCut = { finishFlush: constants.Z_SYNC_FLUSH };

/** The first bytes of a stream. */
export async function* takeBytes(stream: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let rest = maxBytes;
  for await (const chunk of stream) {
    yield (chunk as Buffer).subarray(0, rest);
    rest -= (chunk as Buffer).length;
    if (rest <= 0) return;
  }
}

type HeadTarget = { bytes: number; target: string };

/** Copies the first bytes of a text, up to a character boundary. */
export async function copyHead(file: string, { bytes, target }: HeadTarget): Promise<void> {
  await writeHead(createReadStream(file, { end: Math.min(bytes, maxHeadBytes) - 1 }), target);
}

/** Unpacks the first bytes of a gzip file, of which `bytes` are available. */
export async function gunzipHead(file: string, { bytes, target }: HeadTarget): Promise<void> {
  const packed = createReadStream(file, { end: bytes - 1 });
  const unpacked = createGunzip(untilCut);
  packed.once('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  await writeHead(unpacked, target);
}

/** Writes the first bytes of a stream, up to a character boundary. */
export async function writeHead(stream: Readable, target: string): Promise<void> {
  try {
    await pipeline(takeBytes(stream, maxHeadBytes), createWriteStream(target));
  } catch (error) {
    throw damagedProblemOf(error);
  }
  await truncate(target, await endOfCharacters(target));
}

async function endOfCharacters(file: string): Promise<number> {
  const wide = wideEncodingOf(await readHead(file));
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - (size % 4) - lastBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    return from + cutIn(buffer.subarray(0, bytesRead), wide);
  } finally {
    await handle.close();
  }
}

// A multiple of the unit size of every encoding, so that these bytes begin at a unit.
const lastBytes = 64 * 1024;
// In no encoding are these bytes part of a longer character.
const loneCharacters = new Set(Buffer.from('\n\r", '));

/** Where the last bytes of a text can be cut: between units of wide encodings, else after an unpaired byte. */
function cutIn(bytes: Buffer, wide: string | undefined): number {
  if (wide?.startsWith('utf-32')) return bytes.length - (bytes.length % 4);
  if (wide) return endOfUtf16(bytes, wide === 'utf-16le' ? 1 : 0);
  const last = bytes.findLastIndex((byte) => loneCharacters.has(byte));
  return last < 0 ? bytes.length : last + 1;
}

function endOfUtf16(bytes: Buffer, high: 0 | 1): number {
  const end = bytes.length - (bytes.length % 2);
  // The first half of a surrogate pair.
  const isSplit = end > 1 && (bytes[end - 2 + high]! & 0xfc) === 0xd8;
  return isSplit ? end - 2 : end;
}
