/** The shortest decimal number that is the same 32-bit float: 0.1 instead of 0.10000000149011612. */
export function shortestFloat(value: number): number {
  const digits = [6, 7, 8].find((count) => Math.fround(Number(value.toPrecision(count))) === value) ?? 9;
  return Number(value.toPrecision(digits));
}
