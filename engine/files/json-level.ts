import { createReadStream } from 'node:fs';

import { Problem } from '#contract/errors.ts';
import { createFollower, type Level } from './json-scan.ts';

/** An array that objects alone lead to, by its number among all brackets, and how many objects it has. */
type Candidate = { opening: number; objects: number };

const [bracket, brace] = [91, 123];

/** Looks through the whole text once, so that what follows need not be careful, and finds where its rows are. */
export async function findLevel(file: string): Promise<Level> {
  let values = 0;
  let opening = 0;
  let isArray = false;
  const parents: (Candidate | 'object' | 'other')[] = [];
  let best: Candidate | undefined;
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
  const follow = createFollower(null, { open, close });
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    follow.push(chunk as Buffer, () => values++);
  }
  if (follow.finish() !== null) values++;
  if (values === 0) throw new Problem('file_empty');
  if (values > 1) return null;
  return isArray ? 0 : (best?.opening ?? null);
}
