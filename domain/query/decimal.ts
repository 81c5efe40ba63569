/** A decimal number as a fraction of integers: 0.1 is 1/10, which a binary float cannot represent. */
export type Fraction = { up: number; down: number };

export function fractionOf(value: number): Fraction {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  const places = Number(exponent) - decimals.length;
  const all = `${whole}${decimals}`;
  if (places >= 0) return { up: Number(`${all}e${places}`), down: 1 };
  return { up: Number(all), down: Number(`1e${-places}`) };
}

/** Lower edge of the bin after the one that begins at `edge`. */
export function nextEdgeOf(edge: number, width: number): number {
  const { up, down } = fractionOf(width);
  return ((Math.round((edge * down) / up) + 1) * up) / down;
}

/**
 * Sum of decimals without binary rounding noise, independent of order: compensated summation, rounded to 15 significant
 * digits of the sum of absolute values.
 */
export function exactSum(values: Iterable<number>): number {
  let [sum, lost, size] = [0, 0, 0];
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    size += Math.abs(value);
  }
  const total = sum + lost;
  const decimals = 14 - Math.floor(Math.log10(size));
  return decimals >= 0 && decimals <= 100 ? Number(total.toFixed(decimals)) : total;
}

export const exactDifference = (value: number, base: number): number => exactSum([value, -base]);
