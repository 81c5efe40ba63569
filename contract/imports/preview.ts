import { z } from 'zod';

/** A range of bytes of a file; `to` is not part of it. */
export type ByteRange = { from: number; to: number };

/** Limits of what is sent of a file for its preview. */
export const previewLimits = { bytes: 32 * 1024 * 1024, ranges: 200 };

const rangePattern = /^\d{1,14}-\d{1,14}$/;

/** Ranges of bytes in a URL, in order and apart from each other: `0-1048576,9000000-9262144`. */
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

/** The same as text. */
export const byteRangesText = (ranges: ByteRange[]): string => ranges.map(({ from, to }) => `${from}-${to}`).join(',');

/** The number of bytes in ranges. */
export const bytesOf = (ranges: ByteRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

function areApart(ranges: ByteRange[]): boolean {
  return ranges.every(({ from, to }, index) => from < to && from >= (ranges[index - 1]?.to ?? 0));
}
