import { createReadStream } from 'node:fs';

import { Problem } from '#contract/errors.ts';
import { createBracketTracker, type RowLevel } from './json-scan.ts';

/** An array that is nested in objects only: its index among all brackets, and its number of objects. */
type RowArray = { opening: number; objects: number };

const [bracket, brace] = [91, 123];

/** Validates the nesting of the whole text once, and finds the array that holds its rows. */
export async function findRowLevel(file: string): Promise<RowLevel> {
  let values = 0;
  let opening = 0;
  let isArray = false;
  const parents: (RowArray | 'object' | 'other')[] = [];
  let best: RowArray | undefined;
  const open = (byte: number) => {
    const parent = parents.at(-1);
    if (byte === brace && typeof parent === 'object') parent.objects++;
    if (opening === 0) isArray = byte === bracket;
    const isReachable = parents.every((each) => each === 'object');
    parents.push(byte === brace ? 'object' : isReachable ? { opening, objects: 0 } : 'other');
    opening++;
  };
  const close = () => {
    const closed = parents.pop();
    if (typeof closed === 'object' && closed.objects > (best?.objects ?? 0)) best = closed;
  };
  const tracker = createBracketTracker(null, { open, close });
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    tracker.push(chunk as Buffer, () => values++);
  }
  if (tracker.finish() !== null) values++;
  if (values === 0) throw new Problem('file_empty');
  if (values > 1) return null;
  return isArray ? 0 : (best?.opening ?? null);
}
