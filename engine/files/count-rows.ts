import { createReadStream } from 'node:fs';

import type { TextSource } from '#engine/tables.ts';
import { isBlankLine, readRecords } from './records.ts';

const [quote, newline, carriage, space] = [34, 10, 13, 32];

/** Counts the rows of a text by its line ends outside quotes: fast, but wrong where quotes are not balanced. */
export async function countLines({ file, skip }: TextSource): Promise<number> {
  let [count, isQuoted, hasContent] = [0, false, false];
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (byte > space && byte !== quote) hasContent = true;
      else if (byte === quote) {
        isQuoted = !isQuoted;
        hasContent = true;
      } else if ((byte === newline || byte === carriage) && !isQuoted) {
        if (hasContent) count++;
        hasContent = false;
      }
    }
  }
  return count + Number(hasContent) - skip;
}

/** Counts the rows of a text record by record, as the preview splits them. */
export async function countRecords({ file, delimiter, skip }: TextSource): Promise<number> {
  let count = -skip;
  for await (const batch of readRecords(file, { delimiter, quote: '"' })) {
    for (const { cells } of batch) if (!isBlankLine(cells)) count++;
  }
  return count;
}
