import { isBlank, numeralOf, readCell } from '#domain/cells/cells.ts';
import { stepOf } from '#domain/cells/parse-date.ts';

/**
 * The shape of a cell, regardless of its column. A `comma` is a number only if its comma is a decimal mark.
 */
export type CellShape =
  | 'empty'
  | 'blank'
  | 'integer'
  | 'code'
  | 'number'
  | 'numeral'
  | 'comma'
  | 'boolean'
  | 'date'
  | 'oddDate'
  | 'time'
  | 'oddTime'
  | 'month'
  | 'quarter'
  | 'week'
  | 'json'
  | 'text';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
// Days that every month has need no calendar check.
const isoDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const anyIsoDate = /^\d{4}-\d\d-\d\d$/;
const isoTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?Z?)?$/;
const anyIsoTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?Z?)?$/;
const word = /^(?:true|false|yes|no|是|否)$/i;
const beginsLikeDate = /^\s*[\d０-９]{1,4}(?:[./年第-]|\s*[a-z])/i;
const beginsLikeMonth =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|q[1-4]|w\d)[a-z.,\s/-]*\d/i;
const beginsLikeNumber = /^[\s(+\-.¥￥$€£＋－]*[\d０-９]/;
const anyZone = { zone: 'UTC' };

/** Fast path: most cells are plain and are recognized by their first characters. */
export function shapeOf(text: string): CellShape {
  if (text === '') return 'empty';
  const first = text.charCodeAt(0);
  if (first > 64 && first < 123 && text.length > 5) return isBlank(text) ? 'blank' : shapeOfWords(text);
  const digits = plainDigits(text);
  if (digits > 0) return digits > 15 || (digits > 1 && first === 48) ? 'code' : 'integer';
  if (first > 47 && first < 58) return shapeOfFigure(text);
  if (isBlank(text)) return 'blank';
  if (beginsLikeNumber.test(text)) return shapeOfFigure(text);
  if (word.test(text)) return 'boolean';
  return isJson(text) ? 'json' : 'text';
}

function plainDigits(text: string): number {
  const from = text.charCodeAt(0) === 45 ? 1 : 0;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return 0;
  }
  return text.length - from;
}

function shapeOfFigure(text: string): CellShape {
  if (text.charCodeAt(4) === 45) {
    if (isoDate.test(text) || (anyIsoDate.test(text) && isDay(text))) return 'date';
    if (isoTime.test(text) || (anyIsoTime.test(text) && isMoment(text))) return 'time';
  }
  if (decimal.test(text)) return /^[+-]?0\d/.test(text) ? 'code' : 'number';
  const dated = beginsLikeDate.test(text) ? shapeOfDate(text) : undefined;
  if (dated) return dated;
  const isNumeral = numeralOf(text) !== undefined;
  if (!isNumeral && !numeralOf(text, true)) return 'text';
  return isCode(text, isNumeral ? '.' : ',') ? 'code' : isNumeral ? 'numeral' : 'comma';
}

// 007 in full width is a code, too, and so are numbers with more digits than a double holds.
function isCode(text: string, mark: '.' | ','): boolean {
  const whole = text.split(mark)[0]!.replaceAll(/[^\d０-９]/g, '');
  return whole.length > 15 || /^[0０][\d０-９]/.test(whole);
}

const shapeOfWords = (text: string): CellShape =>
  (beginsLikeMonth.test(text) ? shapeOfDate(text) : undefined) ?? 'text';

function shapeOfDate(text: string): CellShape | undefined {
  if (isDay(text)) return 'oddDate';
  return isMoment(text) ? 'oddTime' : stepOf(text.trim());
}

const fits = (text: string, type: 'date' | 'time', dayFirst?: boolean) =>
  'value' in readCell(text, type, dayFirst === undefined ? anyZone : { ...anyZone, dayFirst });
const isDay = (text: string) => fits(text, 'date') || fits(text, 'date', true);
const isMoment = (text: string) => fits(text, 'time') || fits(text, 'time', true);
const isJson = (text: string) => /^\s*[[{]/.test(text) && 'value' in readCell(text, 'json', anyZone);
