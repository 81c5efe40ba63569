import { createSplitter } from './records.ts';

const delimiters = [',', '\t', ';', '|'];

/** The delimiter that cuts the first lines of a text into rows of the same length. */
export function delimiterOf(head: string): string {
  const scored = delimiters.map((delimiter) => [delimiter, scoreOf(head, delimiter)] as const);
  return scored.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function scoreOf(head: string, delimiter: string): number {
  const lengths = new Map<number, number>();
  const records = recordsOf(head, delimiter);
  for (const { cells } of records) lengths.set(cells.length, (lengths.get(cells.length) ?? 0) + 1);
  const wide = [...lengths].filter(([length]) => length > 1);
  if (wide.length === 0) return 0;
  const [length, count] = wide.reduce((best, each) => (each[1] > best[1] ? each : best));
  return (count / records.length) * (1 + Math.min(length, 100) / 1000);
}

function recordsOf(head: string, delimiter: string) {
  const whole = createSplitter(delimiter, { isOdd: false }).push(head, false);
  if (whole.length > 0) return whole;
  try {
    return createSplitter(delimiter, { isOdd: false }).push(head, true);
  } catch {
    return [];
  }
}
