import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes lines to a file, many at a time, and waits where the disk is slower. */
export type Lines = { count: () => number; add: (line: string) => Promise<void>; close: () => Promise<void> };

const batch = 64 * 1024;

export function openLines(file: string, encoding: BufferEncoding = 'utf8'): Lines {
  const out = createWriteStream(file, encoding);
  const failed = new Promise<never>((_, reject) => out.once('error', reject));
  failed.catch(() => {});
  let pending = '';
  let count = 0;
  const flush = async () => {
    const text = pending;
    pending = '';
    if (text && !out.write(text)) await Promise.race([once(out, 'drain'), failed]);
  };
  const add = async (line: string) => {
    count++;
    pending += `${line}\n`;
    if (pending.length > batch) await flush();
  };
  const close = async () => {
    await flush();
    out.end();
    await Promise.race([once(out, 'close'), failed]);
  };
  return { count: () => count, add, close };
}

/** A cell as it stands in a comma-separated text. A NUL says nothing, and no database keeps it. */
export function quoteCell(text: string): string {
  const cell = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return /[",\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
