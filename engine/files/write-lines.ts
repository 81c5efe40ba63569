import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes lines to a file in batches, with backpressure. */
export type LineWriter = {
  count: () => number;
  add: (line: string) => Promise<void>;
  /** Adds whole lines, with their ends. */
  addBytes: (bytes: Buffer, lines: number) => Promise<void>;
  close: () => Promise<void>;
};

const batchLength = 64 * 1024;

export function openLines(file: string, encoding: BufferEncoding = 'utf8'): LineWriter {
  const out = createWriteStream(file, encoding);
  const failed = new Promise<never>((_, reject) => out.once('error', reject));
  // Every write awaits this promise; before the first one its rejection would be unhandled.
  failed.catch(() => {});
  let pending = '';
  let count = 0;
  const write = async (data: string | Buffer) => {
    if (data.length > 0 && !out.write(data)) await Promise.race([once(out, 'drain'), failed]);
  };
  const flush = async () => {
    const text = pending;
    pending = '';
    await write(text);
  };
  const add = async (line: string) => {
    count++;
    pending += `${line}\n`;
    if (pending.length > batchLength) await flush();
  };
  const addBytes = async (bytes: Buffer, lines: number) => {
    count += lines;
    await flush();
    await write(bytes);
  };
  const close = async () => {
    await flush();
    out.end();
    await Promise.race([once(out, 'close'), failed]);
  };
  return { count: () => count, add, addBytes, close };
}

/** Encodes a CSV cell. NUL is removed, as databases cannot store it. */
export function quoteCell(text: string): string {
  // oxlint-disable-next-line no-control-regex -- removes NUL
  if (!/[\0",\n\r]|^\s|\s$/.test(text)) return text;
  const cell = text.replaceAll('\0', '');
  return /[",\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
