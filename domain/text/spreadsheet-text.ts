// Full-width signs begin a formula too in Chinese and Japanese input.
const signs = '=+\\-@＝＋－＠';
const beginsFormula = new RegExp(`^(?:[\\t\\r\\n]|[\\s"']*[${signs}])`);

// Other programs may split at another delimiter or at a line break. They ignore our quotes there, because these are not
// at the start of their cell. A sign followed by a space, as in a list, or a number is left alone.
const innerFormula = /(?<=[;|\t\r\n][^\S\t\r\n]*"*)(?=[=@＝＠]|[+\-＋－](?![\s;|]|$|[\d.,]+%?(?:[;|\t\r\n]|$)))/g;

/** Prevents spreadsheets from running any part of a text as a formula (CSV injection), whatever delimiter they use. */
export function defuseCell(text: string): string {
  if (isPlainNumber(text)) return text;
  const inner = text.replaceAll(innerFormula, "'");
  return beginsFormula.test(text) ? `'${inner}` : inner;
}

/** Whether a cell of unknown type is a number, which must stay one. */
export const isPlainNumber = (text: string) => /^[+-]?[\d.,]+%?$/.test(text);

/** Encodes a text as a CSV cell. */
export function csvCellOf(text: string): string {
  const safe = defuseCell(text);
  return safe === '' || /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
