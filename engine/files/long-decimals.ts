/** Whether a plain decimal number has more digits than a double holds. */
export function losesDigits(text: string): boolean {
  if (text.length < 17) return false;
  const digits = digitsOf(text);
  return digits.length > 15 && digits !== digitsOf(String(Number(text)));
}

/** The significant digits: without sign, decimal mark, exponent, and zeros at either end. */
const digitsOf = (text: string) =>
  text
    .replace(/e.*$/i, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '');
