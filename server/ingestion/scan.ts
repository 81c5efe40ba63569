import { stat, truncate } from 'node:fs/promises';

import { listLogFiles, readLog } from '#engine/events/files.ts';
import { type FrameHeader, framesIn } from '#engine/events/frames.ts';

const atMost = 32 * 1024 * 1024;

/** What was found in a log: where it ends, and how many bytes could not be read. */
export type Scanned = { end: number; damaged: number };

/** Reads what is not sealed of a log, and cuts off what a crash left half written at its end. */
export async function scanLog(
  folder: string,
  sealed: number,
  see: (header: FrameHeader, end: number) => void,
): Promise<Scanned> {
  const files = await listLogFiles(folder);
  const last = files.at(-1);
  if (!last) return { end: sealed, damaged: 0 };
  const to = last.start + (await stat(last.file)).size;
  let position = sealed;
  let damaged = 0;
  while (position < to) {
    const part = await readLog(folder, { from: position, to, atMost });
    let read = part.position;
    for (const frame of framesIn(part.bytes)) see(frame.header, (read += frame.size));
    position = read;
    if (read > part.position) continue;
    damaged += part.fileEnd - read;
    // Before another file it is damage that the sealing will pass over; at the end of all it is a torn tail.
    if (part.fileEnd >= to) break;
    position = part.fileEnd;
  }
  if (position < to && position >= last.start) await truncate(last.file, position - last.start);
  return { end: Math.max(position, sealed), damaged };
}
