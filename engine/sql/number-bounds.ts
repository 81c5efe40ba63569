/**
 * Exponents of powers of ten: a number is between those of `low` and `high`, unless it is zero, and a multiple of that
 * of `grain`. Databases refuse whole queries if a result is too large, and PostgreSQL if it is too small. So the
 * compiler derives bounds, and where they could be exceeded it empties numbers that are too large and rounds those
 * that are too small to zero.
 */
export type NumberBounds = { low: number; high: number; grain: number };

/** Decimal digits of the 53 bits of a double. */
const digits = 16;

const boundsFrom = (low: number, high: number): NumberBounds => ({ low, high, grain: low - digits });

/** Numbers beyond these sizes are empty, or zero. */
export const maxExponent = 75;
export const numberBounds = boundsFrom(-maxExponent, maxExponent);
export const integerBounds: NumberBounds = { low: 0, high: 19, grain: 0 };

const maxUnguarded = 300;

export const isWithin = ({ low, high }: NumberBounds, exponent: number) => low >= -exponent && high <= exponent;
export const isUnguarded = (bounds: NumberBounds) => isWithin(bounds, maxUnguarded);

export function boundsOfValue(value: number): NumberBounds {
  if (value === 0) return integerBounds;
  const exponent = Math.log10(Math.abs(value));
  return boundsFrom(Math.floor(exponent), Math.ceil(exponent));
}

/** A difference of nearly equal numbers may be as small as the smaller grain. */
export function boundsOfSum(one: NumberBounds, other: NumberBounds): NumberBounds {
  const grain = Math.min(one.grain, other.grain);
  return { low: grain, high: Math.max(one.high, other.high) + 1, grain };
}

export const boundsOfProduct = (one: NumberBounds, other: NumberBounds): NumberBounds =>
  boundsFrom(one.low + other.low, one.high + other.high);

export const boundsOfQuotient = (one: NumberBounds, other: NumberBounds): NumberBounds =>
  boundsFrom(one.low - other.high, one.high - other.low);

/** Bounds that hold for any of several numbers. */
export const boundsOfAny = (list: NumberBounds[]): NumberBounds => ({
  low: Math.min(...list.map(({ low }) => low)),
  high: Math.max(...list.map(({ high }) => high)),
  grain: Math.min(...list.map(({ grain }) => grain)),
});
