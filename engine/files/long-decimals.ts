/** Whether a plain decimal number has more digits than a double holds. */
export function losesDigits(text: string): boolean {
  if (text.length < 17) return false;
  const double = String(Number(text));
  if (double === text) return false;
  const digits = digitsOf(text);
  return digits.length > 15 && digits !== digitsOf(double);
}

/** The significant digits: without sign, decimal mark, exponent, and zeros at either end. */
const digitsOf = (text: string) =>
  text
    .replace(/e.*$/i, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '');
