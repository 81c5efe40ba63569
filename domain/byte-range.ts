/** A range of bytes of a file; `to` is not part of it. */
export type ByteRange = { from: number; to: number };

/** Ranges as text of a URL: `0-1048576,9000000-9262144`. */
export const byteRangesText = (ranges: ByteRange[]): string => ranges.map(({ from, to }) => `${from}-${to}`).join(',');

/** The number of bytes in ranges. */
export const bytesOf = (ranges: ByteRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);
