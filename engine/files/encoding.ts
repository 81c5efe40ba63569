import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { Problem } from '#contract/errors.ts';
import type { Encoding } from '#domain/cells/reading.ts';
import { createDecoder } from './decoder.ts';
import { rankEncodings } from './detect-encoding.ts';

/** The encoding of a file, whether it is a guess, and whether the file has NUL characters. */
export type TextEncoding = { encoding: Encoding; isDoubtful: boolean; hasNul: boolean };

const headBytes = 64 * 1024;
const sampleBytes = 64 * 1024;

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

const certain = (encoding: Encoding): TextEncoding => ({ encoding, isDoubtful: false, hasNul: false });

/** Detects the encoding of a file; undefined if it is not text. */
export async function encodingOf(file: string, head: Buffer): Promise<TextEncoding | undefined> {
  const wide = wideEncodingOf(head);
  if (wide) return certain(wide);
  if (looksBinary(head)) return undefined;
  const { isValid, hasNul, lines } = await readBytes(file);
  if (isValid) return { ...certain('utf-8'), hasNul };
  const [best, ...others] = rankEncodings(lines);
  if (!best) return { encoding: 'windows-1252', isDoubtful: true, hasNul };
  // Encodings that decode to the same text are equally right.
  const next = others.find(({ text }) => text !== best.text);
  return { encoding: best.encoding, isDoubtful: best.score < 1 || best.score - (next?.score ?? 0) < 1, hasNul };
}

/** Encodings with two or four bytes per character, detected by byte order mark or by the positions of zeros. */
export function wideEncodingOf(head: Buffer): Encoding | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0xff, 0xfe, 0, 0)) return 'utf-32le';
  if (begins(0, 0, 0xfe, 0xff)) return 'utf-32be';
  if (begins(0xff, 0xfe)) return 'utf-16le';
  if (begins(0xfe, 0xff)) return 'utf-16be';
  const zeros = [0, 0, 0, 0];
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index % 4]!++;
  if (zeros.reduce((sum, count) => sum + count, 0) < 4) return undefined;
  const shares = zeros.map((count) => count / (head.length / 4));
  const [first, second, third, fourth] = shares as [number, number, number, number];
  if (shares.reduce((sum, share) => sum + share, 0) < 0.4) return undefined;
  if (third > 0.95 && fourth > 0.95 && first < 0.02) return 'utf-32le';
  if (first > 0.95 && second > 0.95 && fourth < 0.02) return 'utf-32be';
  if (first + third < 0.04) return 'utf-16le';
  return second + fourth < 0.04 ? 'utf-16be' : undefined;
}

// A stray NUL is no reason to reject a text.
function looksBinary(head: Buffer): boolean {
  let [strange, zeros] = [0, 0];
  for (const byte of head) {
    if (byte === 0) zeros++;
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) strange++;
  }
  return strange > head.length * 0.01 || zeros > Math.max(3, head.length * 0.02);
}

type Bytes = { isValid: boolean; hasNul: boolean; lines: Buffer };

/** Scans a whole file: whether it is UTF-8, and some of its lines beyond ASCII. */
async function readBytes(file: string): Promise<Bytes> {
  let rest: Buffer = Buffer.alloc(0);
  let [isValid, hasNul, size, isFirst] = [true, false, 0, true];
  const lines: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const end = wholeCharacters(bytes);
    hasNul ||= bytes.includes(0);
    isValid &&= isUtf8(bytes.subarray(0, end));
    rest = isValid ? bytes.subarray(end) : Buffer.alloc(0);
    if (size < sampleBytes) size += collectLines({ bytes, isFirst }, lines, sampleBytes - size);
    isFirst = false;
    if (!isValid && size >= sampleBytes) break;
  }
  return { isValid: isValid && rest.length === 0, hasNul, lines: Buffer.concat(lines) };
}

type TextChunk = { bytes: Buffer; isFirst: boolean };

/** Collects lines with bytes beyond ASCII, up to about `maxBytes`. */
function collectLines({ bytes, isFirst }: TextChunk, lines: Buffer[], maxBytes: number): number {
  let size = 0;
  for (let index = 0; index < bytes.length && size < maxBytes; index++) {
    if (bytes[index]! < 0x80) continue;
    const from = bytes.lastIndexOf(10, index) + 1;
    const lineEnd = bytes.indexOf(10, index) + 1 || bytes.length;
    const to = Math.min(lineEnd, index + maxBytes);
    // A line that is cut by its chunk or at the limit can split a character, which no decoder accepts.
    const isCut = { start: from === 0 && !isFirst, end: bytes[to - 1] !== 10 };
    const line = wholeCharactersOf(bytes.subarray(from, to), isCut);
    lines.push(line);
    size += line.length;
    index = lineEnd - 1;
  }
  return size;
}

/** Bytes below this are characters of their own in all encodings: GB 18030 has digits inside its longest characters. */
const minPartialByte = 0x30;

function wholeCharactersOf(line: Buffer, isCut: { start: boolean; end: boolean }): Buffer {
  const isWhole = (byte: number) => byte < minPartialByte;
  const start = isCut.start ? line.findIndex(isWhole) : 0;
  const end = isCut.end ? line.findLastIndex(isWhole) : line.length - 1;
  return start < 0 || end < 0 ? line : line.subarray(start, end + 1);
}

/** Where the last whole character of UTF-8 ends: a character may continue in the next chunk. */
export function wholeCharacters(bytes: Buffer): number {
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

/** Rewrites a text as UTF-8, without NUL characters. */
export async function transcode(file: string, encoding: Encoding, target: string): Promise<void> {
  await pipeline(
    createReadStream(file),
    (chunks: AsyncIterable<Buffer>) => decode(chunks, encoding),
    createWriteStream(target),
  );
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  let line = 1;
  const decoded = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk) : decoder.end();
    } catch (cause) {
      throw new Problem('file_encoding', { line }, { cause });
    }
  };
  for await (const chunk of chunks) {
    const text = decoded(chunk);
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) line++;
    yield text.includes('\0') ? text.replaceAll('\0', '') : text;
  }
  yield decoded();
}
