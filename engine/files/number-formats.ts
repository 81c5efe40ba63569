import type { ArchiveEntry } from './archive.ts';
import { readXml } from './xml.ts';

/** The kind of number that a format displays. Times of day and dates are both days since an epoch. */
export type NumberFormatKind =
  | { kind: 'number' }
  | { kind: 'percent' }
  | { kind: 'currency'; unit: string }
  | { kind: 'moment' }
  | { kind: 'duration' };

const plain: NumberFormatKind = { kind: 'number' };
const moment: NumberFormatKind = { kind: 'moment' };
const duration: NumberFormatKind = { kind: 'duration' };

// Built-in formats that files do not spell out: those of every language, then East Asian ones.
const builtIn = new Map<number, NumberFormatKind>([
  [9, { kind: 'percent' }],
  [10, { kind: 'percent' }],
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47].map((id) => [id, moment] as const),
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, moment] as const),
  [46, duration],
]);

/** Reads the number kind of each cell style. */
export async function readNumberKinds(part: ArchiveEntry | undefined): Promise<NumberFormatKind[]> {
  const kinds: NumberFormatKind[] = [];
  if (!part) return kinds;
  const customKinds = new Map<number, NumberFormatKind>();
  let isInCellFormats = false;
  await readXml(part, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') customKinds.set(id, kindOf(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats) kinds.push(customKinds.get(id) ?? builtIn.get(id) ?? plain);
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return kinds;
}

const signs = ['¥', '￥', '$', '€', '£'];

/** The number kind of a format code like `[$-409]yyyy-mm-dd`, `[h]:mm:ss` or `"¥"#,##0.00`. */
function kindOf(code: string): NumberFormatKind {
  const first = code.split(';')[0]!;
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return duration;
  // Removes literals: letters between quotes, after a backslash, as a width or in brackets.
  const letters = first.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').replaceAll(/general|e[+-]/gi, '');
  if (/[ymdhsbeg]/i.test(letters)) return moment;
  if (letters.includes('%')) return { kind: 'percent' };
  // [$€-407] is a currency sign with a locale, [$-407] only a locale.
  const withSigns = first.replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1').replaceAll(/\[[^\]]*\]/g, '');
  const unit = signs.find((sign) => withSigns.includes(sign));
  return unit ? { kind: 'currency', unit: unit === '￥' ? '¥' : unit } : plain;
}
