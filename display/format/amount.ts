/** A cell as a number: integers beyond the safe range come as text; null if it is not a number. */
export function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}
