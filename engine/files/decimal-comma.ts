const decimalComma = /^\s*([-+]?)([1-9]\d{0,2}(?:[. '\u00a0\u202f]\d{3})+|\d+)(?:,(\d+))?\s*$/;

/** A number with a decimal comma as one with a decimal point; any other text unchanged. */
export function withDecimalPoint(text: string): string {
  const match = decimalComma.exec(text);
  if (!match) return text;
  const [, sign, whole, fraction] = match;
  return `${sign}${whole!.replaceAll(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`;
}
