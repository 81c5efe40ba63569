// Full-width signs begin a formula too where Chinese or Japanese is typed.
const signs = '=+\\-@＝＋－＠';
const beginsFormula = new RegExp(`^(?:[\\t\\r\\n]|[\\s"']*[${signs}])`);

// Another program may split at another delimiter, or at a line break: it does not see our quotation marks, because they
// do not stand where one of its cells begins. A sign with a space after it, as in a list, or a number is left alone.
const innerFormula = /(?<=[;|\t\r\n][^\S\t\r\n]*"*)(?=[=@＝＠]|[+\-＋－](?![\s;|]|$|[\d.,]+%?(?:[;|\t\r\n]|$)))/g;

/** A text of which no spreadsheet runs a part as a formula, whatever it splits cells at. */
export function defuseCell(text: string): string {
  if (isPlainNumber(text)) return text;
  const inner = text.replaceAll(innerFormula, "'");
  return beginsFormula.test(text) ? `'${inner}` : inner;
}

/** Whether a cell whose type is not known is a number, which is to stay one. */
export const isPlainNumber = (text: string) => /^[+-]?[\d.,]+%?$/.test(text);

/** A cell of CSV that is text. */
export function csvCellOf(text: string): string {
  const safe = defuseCell(text);
  return safe === '' || /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
