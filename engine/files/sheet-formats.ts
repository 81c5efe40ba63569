import { readXlsx } from 'hucre/xlsx';

const looked = 50;

/** How the numbers of a sheet's columns are shown: as a share, or with a sign of money before them. */
export type SheetFormats = Map<number, { isPercent: boolean; money: string }>;

/** By the formats of the first rows; a column counts if most of its numbers are shown that way. */
export async function formatsOf(book: Uint8Array, sheet: number): Promise<SheetFormats> {
  const { sheets } = await readXlsx(book, { sheets: [sheet], readStyles: true, maxRows: looked });
  const shown = new Map<number, string[]>();
  for (const [place, cell] of sheets[0]?.cells ?? []) {
    if (typeof cell.value !== 'number') continue;
    const column = Number(place.split(',')[1]);
    shown.set(column, [...(shown.get(column) ?? []), cell.style?.numFmt ?? '']);
  }
  return new Map([...shown].map(([column, formats]) => [column, formatOf(formats)]));
}

function formatOf(formats: string[]): { isPercent: boolean; money: string } {
  const share = (test: RegExp) => formats.filter((format) => test.test(format)).length * 2 > formats.length;
  const money = ['¥', '￥', '$', '€', '£'].find((sign) => share(new RegExp(`[[" ]?\\${sign}`))) ?? '';
  return { isPercent: share(/%/), money };
}

/** A number as its column shows it, without losing a digit of it. */
export function shownAs(value: number, format: { isPercent: boolean; money: string } | undefined): string {
  if (format?.isPercent) return `${Number((value * 100).toPrecision(15))}%`;
  return format?.money ? `${format.money}${value}` : String(value);
}
