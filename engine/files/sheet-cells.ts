import type { NumberFormatKind } from './number-formats.ts';
import { integerAt, type PlainCell } from './plain-cells.ts';
import { marks, type RowBuffer } from './row-buffer.ts';
import { createSerialWriter, isRegularSerial, textOfSerial } from './serial-dates.ts';
import { decodeEscapes } from './shared-strings.ts';
import type { Workbook } from './workbook.ts';
import { quoteCell } from './write-lines.ts';

/** A cell as it is in the XML of its sheet. */
export type RawCell = { type: string; style: number; value: string; inline: string; hasFormula: boolean };

/** Ends the rows of a preview: the text of a cell is among the shared strings that are not available. */
export class MissingString extends Error {}

/** Puts cells into a row, as text by their type and, if they are numbers, by their format. */
export type SheetCellWriter = {
  put: (cell: RawCell) => void;
  /** Puts a plain cell: most are copied as they are, the others decoded. */
  putPlain: (bytes: Buffer, cell: PlainCell) => void;
};

export function createSheetCellWriter(workbook: Workbook, rows: RowBuffer): SheetCellWriter {
  const { strings, hasAllStrings, kinds, isFrom1904 } = workbook;
  const scratch = new Uint8Array(32);
  // A style that is not declared is the one after the last.
  const markOf = (style: number) => (kinds[style] ? style : kinds.length) + 1;
  const writeSerial = createSerialWriter(isFrom1904);
  const quoted: string[] = [];

  const putText = (text: string) => rows.putText(text, marks.none);

  function stringAt(index: number): string {
    if (!hasAllStrings && index >= strings.length) throw new MissingString();
    return strings[index] ?? '';
  }

  function put({ type, style, value, inline, hasFormula }: RawCell): void {
    if (type === 's' && !hasAllStrings && Number(value) >= strings.length) throw new MissingString();
    if (type === 'inlineStr') putText(inline);
    else if (value === '') rows.putText('', hasFormula && type !== 'str' ? marks.uncalculated : marks.none);
    else if (type === 's') putText(stringAt(Number(value)));
    else if (type === 'str') putText(decodeEscapes(value));
    else if (type === 'b') putText(/^(?:1|true)$/i.test(value) ? 'true' : 'false');
    else if (type === 'e') rows.putText('', marks.error);
    else if (type === 'd') putText(value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' '));
    else putNumber(Number(value), style, value);
  }

  function putNumber(number: number, style: number, value: string): void {
    if (!Number.isFinite(number)) putText(value);
    else rows.putText(textOfNumber(number, kinds[style]?.kind, isFrom1904), markOf(style));
  }

  function putPlain(bytes: Buffer, cell: PlainCell): void {
    if (!tryCopy(bytes, cell)) put(rawOf(bytes, cell));
  }

  /** Puts a simple cell without creating a string; returns whether it did. */
  function tryCopy(bytes: Buffer, { type, style, valueFrom, valueTo, inlineFrom, inlineTo }: PlainCell): boolean {
    if (type === 'inlineStr') return rows.tryPutText(bytes, inlineFrom, inlineTo);
    if (valueFrom === valueTo) return false;
    if (type === 's') return tryPutString(bytes, valueFrom, valueTo);
    if (type === 'str') return rows.tryPutText(bytes, valueFrom, valueTo);
    if (type !== '' && type !== 'n') return false;
    const kind = kinds[style]?.kind;
    if (kind === 'moment') return tryPutMoment(numberAt(bytes, valueFrom, valueTo), style);
    if (kind === 'duration' || !isShortDecimal(bytes, valueFrom, valueTo)) return false;
    rows.putBytes(bytes, valueFrom, valueTo, markOf(style));
    return true;
  }

  function tryPutString(bytes: Buffer, from: number, to: number): boolean {
    if (to - from > maxIndexDigits) return false;
    for (let at = from; at < to; at++) if (!isDigit(bytes[at]!)) return false;
    const index = integerAt(bytes, from, to);
    rows.putQuoted((quoted[index] ??= quoteCell(stringAt(index))), marks.none);
    return true;
  }

  function tryPutMoment(serial: number, style: number): boolean {
    if (!isRegularSerial(serial)) return false;
    rows.putBytes(scratch, 0, writeSerial(scratch, serial), markOf(style));
    return true;
  }

  return { put, putPlain };
}

const rawOf = (bytes: Buffer, { type, style, hasFormula, ...cell }: PlainCell): RawCell => ({
  type,
  style,
  hasFormula,
  value: bytes.toString('utf8', cell.valueFrom, cell.valueTo),
  inline: decodeEscapes(bytes.toString('utf8', cell.inlineFrom, cell.inlineTo)),
});

/** Whether a number is written as it is read: a decimal of up to 15 digits. Converting it takes longer than reading it. */
function isShortDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > 15) return false;
  const first = bytes[from] === minus ? from + 1 : from;
  let at = first;
  while (at < to && isDigit(bytes[at]!)) at++;
  const isWhole = at === to;
  // No zeros before the number, none after its point.
  if (at === first || (bytes[first] === zero && at > first + 1)) return false;
  if (isWhole) return bytes[first] !== zero || first === from;
  if (bytes[at] !== point || at + 1 === to || bytes[to - 1] === zero) return false;
  // Smaller numbers are written with an exponent.
  if (bytes[first] === zero && to - at > 7) return false;
  for (at++; at < to; at++) if (!isDigit(bytes[at]!)) return false;
  return true;
}

const maxIndexDigits = 9;
const [minus, point, zero, nine] = [45, 46, 48, 57];
const isDigit = (byte: number) => byte >= zero && byte <= nine;

const maxExactDigits = 15;

const numberAt = (bytes: Buffer, from: number, to: number): number =>
  decimalAt(bytes, from, to) ?? Number(bytes.toString('latin1', from, to));

/** A number of up to 15 digits without sign or exponent. */
function decimalAt(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (to - from > maxExactDigits + 1 || bytes[from] === point) return undefined;
  let digits = 0;
  let pointAt = to;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) digits = digits * 10 + byte - zero;
    else if (byte === point && pointAt === to) pointAt = at;
    else return undefined;
  }
  if (pointAt === to) return to - from > maxExactDigits ? undefined : digits;
  // Both are exact, and so their quotient is the number nearest to the decimal.
  return digits / powers[to - pointAt - 1]!;
}

const powers = Array.from({ length: maxExactDigits + 1 }, (_, exponent) => 10 ** exponent);

function textOfNumber(value: number, kind: NumberFormatKind['kind'] | undefined, isFrom1904: boolean): string {
  if (kind === 'moment') return textOfSerial(value, isFrom1904) ?? decimalOf(value);
  if (kind === 'duration') return decimalOf(Math.round(value * 86_400_000) / 1000);
  return decimalOf(value);
}

// All digits; an integer that may not be exact is written with an exponent, so that it is not taken for a code.
const decimalOf = (value: number) =>
  Math.abs(value) >= 1e15 && Number.isInteger(value) ? value.toExponential() : String(value);
