import { previewLimits } from '#contract/imports/preview.ts';
import { type ByteRange, bytesOf } from '#domain/byte-range.ts';

/** The byte ranges of a file that are available; the others are holes. */
export type FileParts = { bytes: number; ranges: ByteRange[] };

/** Thrown by readers that need bytes that are not available. */
export class MissingParts extends Error {
  readonly ranges: ByteRange[];

  constructor(ranges: ByteRange[]) {
    super('bytes of the file are missing');
    this.ranges = ranges;
  }
}

/** The number of bytes from an offset up to the next hole. */
export function lengthAt({ ranges }: FileParts, offset: number): number {
  const range = ranges.find(({ from, to }) => from <= offset && offset < to);
  return range ? range.to - offset : 0;
}

export const hasRange = (parts: FileParts, { from, to }: ByteRange) => lengthAt(parts, from) >= to - from;

// A request for each small gap would be longer than the gap.
const maxGap = 16 * 1024;

/** Requests further ranges by throwing `MissingParts`. False if they would exceed the limits of a preview. */
export function requireParts({ bytes, ranges }: FileParts, required: ByteRange[]): boolean {
  if (required.length === 0) return true;
  const all = [...ranges, ...required].map(({ from, to }) => ({ from, to: Math.min(to, bytes) }));
  const merged = mergeRanges(all.toSorted((one, other) => one.from - other.from));
  if (merged.length > previewLimits.ranges || bytesOf(merged) > previewLimits.bytes) return false;
  throw new MissingParts(merged);
}

function mergeRanges(ranges: ByteRange[]): ByteRange[] {
  const merged: ByteRange[] = [];
  for (const { from, to } of ranges) {
    const last = merged.at(-1);
    if (last && from <= last.to + maxGap) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
