import type { NumberFormatKind } from './number-formats.ts';
import { decodeEscapes } from './shared-strings.ts';
import type { Workbook } from './workbook.ts';

/** A cell as it is in the XML of its sheet. */
export type RawCell = { type: string; style: number; value: string; inline: string; hasFormula: boolean };

/** A cell as text, its kind if it is a number, and its flaw if it has one. */
export type SheetCell = { text: string; kind: NumberFormatKind | null; flaw: 'error' | 'uncalculated' | null };

const textCell = (text: string): SheetCell => ({ text, kind: null, flaw: null });
const empty = textCell('');

/** Reads a cell by its type and, if it is a number, by its format. */
export function readSheetCell(cell: RawCell, { strings, kinds, isFrom1904 }: Workbook): SheetCell {
  const { type, value } = cell;
  if (type === 'inlineStr') return textCell(cell.inline);
  if (value === '') return cell.hasFormula && type !== 'str' ? { ...empty, flaw: 'uncalculated' } : empty;
  if (type === 's') return textCell(strings[Number(value)] ?? '');
  if (type === 'str') return textCell(decodeEscapes(value));
  if (type === 'b') return textCell(/^(?:1|true)$/i.test(value) ? 'true' : 'false');
  if (type === 'e') return { ...empty, text: '', flaw: 'error' };
  if (type === 'd') return textCell(value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' '));
  const kind = kinds[cell.style] ?? plain;
  if (isShort(value) && kind.kind !== 'moment' && kind.kind !== 'duration') return { text: value, kind, flaw: null };
  const number = Number(value);
  if (!Number.isFinite(number)) return textCell(value);
  return { text: textOfNumber(number, kind, isFrom1904), kind, flaw: null };
}

const plain: NumberFormatKind = { kind: 'number' };

const shortDecimal = /^(?!-0$)-?(?:0(?:\.\d{0,5}[1-9])?|[1-9]\d*(?:\.\d*[1-9])?)$/;

// Decimals of up to 15 digits are written as they are read; converting them takes longer than reading the cell.
const isShort = (value: string) => value.length <= 15 && shortDecimal.test(value);

function textOfNumber(value: number, { kind }: NumberFormatKind, isFrom1904: boolean): string {
  if (kind === 'moment') return textOfSerial(value, isFrom1904);
  if (kind === 'duration') return decimalOf(Math.round(value * 86_400_000) / 1000);
  return decimalOf(value);
}

// All digits; a whole number beyond exact ones is written with an exponent, so that it is no code.
const decimalOf = (value: number) =>
  Math.abs(value) >= 1e15 && Number.isInteger(value) ? value.toExponential() : String(value);

const dayMs = 86_400_000;
const lastSerial = 2_958_466;

/** Converts days since the epoch of the workbook to a date, a time of day, or both. */
function textOfSerial(serial: number, isFrom1904: boolean): string {
  if (serial < 0 || serial >= lastSerial) return decimalOf(serial);
  // Less than a day is a time of day; zero is the first day of 1904 in such workbooks.
  if (serial < 1 && !(isFrom1904 && serial === 0))
    return serial === 0 ? '' : timeIn(new Date(Math.round(serial * dayMs)).toISOString());
  // Before March 1900 Excel's calendar, which has a 29 February 1900, is a day behind.
  const shift = isFrom1904 ? 1462 : serial < 60 ? 1 : 0;
  const ms = Math.round((serial + shift) * dayMs);
  const text = new Date(epoch + ms).toISOString();
  const day = text.slice(0, 10);
  return ms % dayMs === 0 ? day : `${day} ${timeIn(text)}`;
}

const epoch = Date.UTC(1899, 11, 30);

/** The time of day in an ISO text, without milliseconds if there are none. */
const timeIn = (text: string) => (text.endsWith('.000Z') ? text.slice(11, 19) : text.slice(11, 23));
