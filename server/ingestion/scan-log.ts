import { stat, truncate } from 'node:fs/promises';

import { listLogFiles, readLog } from '#engine/events/log-files.ts';
import { type FrameHeader, framesIn } from '#engine/events/frames.ts';

const maxBytes = 32 * 1024 * 1024;

/** End position of a log, and the number of unreadable bytes. */
export type LogScan = { end: number; damaged: number };

/** Reads the unsealed part of a log and truncates a torn write at its end. */
export async function scanLog(
  folder: string,
  sealed: number,
  onFrame: (header: FrameHeader, end: number) => void,
): Promise<LogScan> {
  const files = await listLogFiles(folder);
  const last = files.at(-1);
  if (!last) return { end: sealed, damaged: 0 };
  const to = last.start + (await stat(last.file)).size;
  let position = sealed;
  let damaged = 0;
  while (position < to) {
    const part = await readLog(folder, { from: position, to, atMost: maxBytes });
    let read = part.position;
    for (const frame of framesIn(part.bytes)) onFrame(frame.header, (read += frame.size));
    position = read;
    if (read > part.position) continue;
    damaged += part.fileEnd - read;
    // Before another file this is damage, which sealing skips; at the very end it is a torn tail.
    if (part.fileEnd >= to) break;
    position = part.fileEnd;
  }
  if (position < to && position >= last.start) await truncate(last.file, position - last.start);
  return { end: Math.max(position, sealed), damaged };
}
