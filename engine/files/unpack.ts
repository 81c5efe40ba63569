import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';

/** Counts unpacked bytes, and throws when they are too many or too many for the packed size. */
export type Meter = { count: (bytes: number) => void };

export function createMeter(packed: number): Meter {
  let unpacked = 0;
  const count = (bytes: number) => {
    unpacked += bytes;
    if (unpacked > limits.expanded) throw new Problem('expands_too_large', { limit: '20 GB' });
    if (unpacked > limits.ratioFrom && unpacked > packed * limits.ratio) {
      throw new Problem('ratio_too_high', { limit: String(limits.ratio) });
    }
  };
  return { count };
}

/** A pass-through stream that counts its bytes. */
export function meteredStream(meter: Meter): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        meter.count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

export async function gunzip(file: string, target: string): Promise<void> {
  const meter = createMeter((await stat(file)).size);
  try {
    await pipeline(createReadStream(file), createGunzip(), meteredStream(meter), createWriteStream(target));
  } catch (error) {
    throw damagedProblemOf(error);
  }
}

/** Turns a library's error about a broken archive into a Problem. */
export function damagedProblemOf(error: unknown): unknown {
  if (error instanceof Problem || (error as NodeJS.ErrnoException).code === 'ENOSPC') return error;
  return new Problem('file_damaged', { detail: detailOf(error) }, { cause: error });
}

// The library's message as detail in both languages: short, and without a path.
const detailOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .split('\n')[0]!
    .replaceAll(/[^ -~]|"?\/[^ ]*/g, '')
    .slice(0, 200);
