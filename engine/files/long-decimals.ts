/** Whether a plain decimal number has digits that a double does not keep. */
export function losesDigits(text: string): boolean {
  if (text.length < 17) return false;
  const digits = digitsOf(text);
  return digits.length > 15 && digits !== digitsOf(String(Number(text)));
}

/** The digits that matter: without sign, mark, power, and zeros at either end. */
const digitsOf = (text: string) =>
  text
    .replace(/e.*$/i, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '');
