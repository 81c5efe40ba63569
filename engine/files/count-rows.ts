import { open } from 'node:fs/promises';

import type { TextSource } from '#engine/tables.ts';
import { isBlankLine, readRecords } from './records.ts';

const chunkBytes = 1024 * 1024;

/** Counts the rows of a text by its line ends outside quotes: fast, but wrong where quotes are not balanced. */
export async function countLines({ file, skip }: Pick<TextSource, 'file' | 'skip'>): Promise<number> {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(chunkBytes);
    const words = new Int32Array(bytes.buffer);
    const tally: LineTally = { count: 0, isQuoted: false, hasContent: false };
    for (;;) {
      const { bytesRead } = await handle.read(bytes, 0, chunkBytes);
      if (bytesRead === 0) return tally.count + Number(tally.hasContent) - skip;
      countChunk({ bytes, words, length: bytesRead }, tally);
    }
  } finally {
    await handle.close();
  }
}

type ByteChunk = { bytes: Uint8Array; words: Int32Array; length: number };
type LineTally = { count: number; isQuoted: boolean; hasContent: boolean };

/** Most words of four bytes have no space, quote or line end: those are skipped as a whole. */
function countChunk({ bytes, words, length }: ByteChunk, tally: LineTally): void {
  // Written with number literals, which takes half of the time: 32 is a space, 34 a quote, 10 and 13 end a line.
  const lowest = 0x23232323;
  const highBits = 0x80808080 | 0;
  const wholeWords = length >> 2;
  let { count, isQuoted, hasContent } = tally;
  for (let at = 0; at <= wholeWords; at++) {
    // The high bit of a byte is set only if a byte of the word is less than those of `lowest`.
    if (at < wholeWords) {
      const word = words[at]!;
      if ((((word - lowest) | 0) & ~word & highBits) === 0) {
        hasContent = true;
        continue;
      }
    }
    const end = Math.min((at << 2) + 4, length);
    for (let index = at << 2; index < end; index++) {
      const byte = bytes[index]!;
      if (byte > 32 && byte !== 34) hasContent = true;
      else if (byte === 34) {
        isQuoted = !isQuoted;
        hasContent = true;
      } else if ((byte === 10 || byte === 13) && !isQuoted) {
        if (hasContent) count++;
        hasContent = false;
      }
    }
  }
  Object.assign(tally, { count, isQuoted, hasContent });
}

/** Counts the rows of a text record by record, as the preview splits them. */
export async function countRecords({ file, delimiter, skip }: TextSource): Promise<number> {
  let count = -skip;
  for await (const batch of readRecords(file, { delimiter, quote: '"' })) {
    for (const { cells } of batch) if (!isBlankLine(cells)) count++;
  }
  return count;
}
