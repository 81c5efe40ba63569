/** A cell as a number: integers too large for one come as text; what is no number is null. */
export function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}
