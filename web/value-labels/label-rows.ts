import type { LabelledValue } from '#contract/value-labels/routes.ts';
import { isValueHeader } from '#domain/query/value-labels.ts';

/** Cells of a delimited text: tabs from a spreadsheet, else commas or semicolons. Quoted cells may contain anything. */
export function cellsOf(text: string): string[][] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const delimiter = ['\t', ';'].find((each) => firstLine.includes(each)) ?? ',';
  const rows: string[][] = [[]];
  let [cell, isQuoted] = ['', false];
  const endCell = () => {
    rows.at(-1)!.push(cell.trim());
    cell = '';
  };
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && character === delimiter) endCell();
    else if (!isQuoted && character === '\n') {
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  return rows.filter((row) => row.some((each) => each !== ''));
}

/** Labels in rows of value, English and Chinese. A header row is left out; so are rows without a value. */
export function labelsInRows(rows: string[][]): LabelledValue[] {
  const body = isValueHeader(rows[0]?.[0] ?? '') ? rows.slice(1) : rows;
  return body
    .filter(([value = '']) => value !== '')
    .map(([value = '', en_US = '', zh_CN = '']) => ({ value, label: { en_US, zh_CN } }));
}
