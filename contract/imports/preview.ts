import { z } from 'zod';

import { type ByteRange, bytesOf } from '#domain/byte-range.ts';

/** Limits of what is sent of a file for its preview. */
export const previewLimits = { bytes: 32 * 1024 * 1024, ranges: 200 };

const rangePattern = /^\d{1,14}-\d{1,14}$/;

/** Ranges of bytes in a URL, in order and apart from each other, see `byteRangesText`. */
export const byteRangesSchema = z
  .string()
  .max(previewLimits.ranges * 30)
  .refine((text) => text.split(',').every((part) => rangePattern.test(part)))
  .transform((text): ByteRange[] =>
    text.split(',').map((part) => {
      const [from, to] = part.split('-').map(Number) as [number, number];
      return { from, to };
    }),
  )
  .refine(areApart)
  .refine((ranges) => bytesOf(ranges) <= previewLimits.bytes && ranges.length <= previewLimits.ranges);

function areApart(ranges: ByteRange[]): boolean {
  return ranges.every(({ from, to }, index) => from < to && from >= (ranges[index - 1]?.to ?? 0));
}
