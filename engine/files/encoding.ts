import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { Problem } from '#contract/errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

const headBytes = 64 * 1024;

/** The first bytes of a file. */
export async function readHead(file: string, bytes = headBytes): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** How the text of a file is written, or undefined if it is no text. */
export async function encodingOf(file: string, head: Buffer): Promise<Encoding | undefined> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const wide = wideOf(head);
  if (wide) return wide;
  if (looksBinary(head)) return undefined;
  if (await isWholeUtf8(file)) return 'utf-8';
  return 'gb18030';
}

// Text of two bytes a character has a zero in every second place, on one side only.
function wideOf(head: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (let place = 0; place < head.length; place++) if (head[place] === 0) zeros[place % 2]!++;
  const half = head.length / 2;
  if (half < 2 || zeros[0]! + zeros[1]! < half * 0.2) return undefined;
  if (zeros[0]! < half * 0.02) return 'utf-16le';
  return zeros[1]! < half * 0.02 ? 'utf-16be' : undefined;
}

function looksBinary(head: Buffer): boolean {
  let strange = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) strange++;
  return head.includes(0) || strange > head.length * 0.01;
}

async function isWholeUtf8(file: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const end = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return rest.length === 0;
}

// A character of several bytes may continue in the next chunk.
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < size ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Writes a text again as UTF-8. */
export async function transcode(file: string, encoding: Encoding, target: string): Promise<void> {
  await pipeline(
    createReadStream(file),
    (chunks: AsyncIterable<Buffer>) => decode(chunks, encoding),
    createWriteStream(target),
  );
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const decoded = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw new Problem('file_encoding', { line }, { cause });
    }
  };
  for await (const chunk of chunks) {
    const text = decoded(chunk);
    for (let place = text.indexOf('\n'); place >= 0; place = text.indexOf('\n', place + 1)) line++;
    yield text;
  }
  yield decoded();
}
