import { type CellOptions, numeralOf, readCell, stepOption } from '#domain/cells/cells.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import type { ColumnFormat, ColumnRole } from '#domain/columns/column.ts';
import type { DateStep } from '#domain/cells/parse-date.ts';
// Only types of the contract: its schemas would load zod in every query process.
import { emptyRulesOf, isUnambiguousMarker } from '#domain/cells/empty-cells.ts';
import type { Marker } from '#contract/imports/routes.ts';
import type { ColumnType } from '#domain/query/query.ts';
import type { ColumnStyle } from '#engine/tables.ts';
import { type CommaPolicy, createMarkTally } from './decimal-marks.ts';
import { losesDigits } from './long-decimals.ts';
import { createDigitDates } from './digit-dates.ts';
import { type CellShape, shapeOf } from './shapes.ts';

/** The proposal for a column, and how its cells are written. */
export type ColumnGuess = {
  type: ColumnType;
  role: ColumnRole;
  format: ColumnFormat;
  unit: string;
  filled: number;
  doubtful: number;
  markers: Marker[];
  /** Whether its texts are codes of two letters, among which NA is a value. */
  hasLetterCodes: boolean;
  /** Whether it is undecided if 01/02/2026 is in January or in February. */
  isOrderUnknown: boolean;
  style: ColumnStyle;
  /** How its commas were read, if some are ambiguous. */
  commas: 'decimal' | 'thousands' | null;
  /** Whether some of its numbers have more digits than are stored. */
  isRounded: boolean;
};

/** Collects the cells of a column and guesses its type. */
export type ColumnGuesser = {
  add: (text: string) => void;
  markEvidence: () => 'comma' | 'point' | null;
  guess: (name: string, policy?: CommaPolicy) => ColumnGuess;
};

export function createColumnGuesser(): ColumnGuesser {
  const counts = new Map<CellShape, { count: number }>();
  const timeFormats = new Set<string>();
  const units = new Map<string, number>();
  const marks = createMarkTally();
  let percents = 0;
  let dayFirst = 0;
  let monthFirst = 0;
  let ordered = 0;
  let longest = 0;
  let timeLength = 0;
  let timeSign: string | undefined;
  let last: CellShape | undefined;
  let current = { count: 0 };
  let hasHanWords = false;
  let isRounded = false;
  const markers = new Map<string, number>();
  const digits = createDigitDates();
  let seasons = 0;
  let letterCodes = 0;

  const countOf = (...shapes: CellShape[]) => shapes.reduce((sum, shape) => sum + (counts.get(shape)?.count ?? 0), 0);

  function add(text: string): void {
    const shape = shapeOf(text);
    if (shape !== last) {
      last = shape;
      current = counts.get(shape) ?? { count: 0 };
      counts.set(shape, current);
    }
    current.count++;
    if (shape === 'numeral' || shape === 'comma') countNumeral(text);
    else if (shape === 'number') countDecimal(text);
    else if (shape === 'oddDate' || shape === 'oddTime') countDateOrder(text);
    else if (shape === 'time') addTimeFormat(text);
    else if (shape === 'boolean') hasHanWords ||= text.charCodeAt(0) > 127;
    else if (shape === 'integer') {
      longest = Math.max(longest, text.length);
      digits.count(text);
    } else if (shape === 'blank') countMarker(text.trim());
    else if (shape === 'month' && isSeason(text)) seasons++;
    else if (shape === 'text' && letterCode.test(text)) letterCodes++;
  }

  function countMarker(text: string): void {
    if (markers.has(text) || markers.size < maxMarkers) markers.set(text, (markers.get(text) ?? 0) + 1);
  }

  function countDecimal(text: string): void {
    marks.countPoint(text);
    isRounded ||= losesDigits(text);
  }

  function countNumeral(text: string): void {
    marks.countNumeral(text);
    const { isPercent, unit } = (numeralOf(text) ?? numeralOf(text, true))!;
    if (isPercent) percents++;
    if (unit) units.set(unit, (units.get(unit) ?? 0) + 1);
  }

  // Fast path: most columns write all of their times in one format.
  function addTimeFormat(text: string): void {
    const sign = text[10]! + text.at(-1)!.replace(/\d/, '');
    if (text.length === timeLength && sign === timeSign) return;
    timeLength = text.length;
    timeSign = sign;
    timeFormats.add(timeFormatOf(text));
  }

  function countDateOrder(text: string): void {
    const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?!\d)/.exec(text);
    if (!parts) return;
    ordered++;
    if (Number(parts[1]) > 12) dayFirst++;
    else if (Number(parts[2]) > 12) monthFirst++;
  }

  function typeOf(filled: number, { name, decimalComma }: ColumnHints): TypeCandidate {
    const text: TypeCandidate = { type: 'text', step: null, fits: filled };
    if (filled === 0 || countOf('code') > 0) return text;
    const whole = countOf('integer') === filled ? digits.dateOf(name, filled) : undefined;
    if (whole) return { ...whole, fits: filled };
    const dates = countOf('date', 'oddDate');
    const times = countOf('time', 'oddTime');
    const candidates: TypeCandidate[] = [
      { type: 'integer', step: null, fits: countOf('integer') },
      {
        type: 'number',
        step: null,
        fits: countOf('integer', 'number', 'numeral', 'comma') - marks.countInvalid(decimalComma),
      },
      { type: 'boolean', step: null, fits: countOf('boolean') },
      { type: 'date', step: null, fits: dates },
      { type: 'time', step: null, fits: times > 0 ? dates + times : 0 },
      { type: 'json', step: null, fits: countOf('json') },
      // 2011-12 may be a season.
      { type: 'date', step: 'month', fits: seasons > 1 && seasons === countOf('month') ? 0 : countOf('month') },
      { type: 'date', step: 'quarter', fits: countOf('quarter') },
      { type: 'date', step: 'week', fits: countOf('week') },
    ];
    const best = candidates.reduce((one, other) => (other.fits > one.fits ? other : one));
    return filled - best.fits <= toleranceOf(filled) ? best : text;
  }

  function guess(name: string, policy: CommaPolicy = 'evidence'): ColumnGuess {
    const decimalComma = marks.isDecimal(policy);
    const filled = [...counts.values()].reduce((sum, { count }) => sum + count, 0) - countOf('empty', 'blank');
    const { type: detected, step, fits } = typeOf(filled, { name, decimalComma });
    // Phone numbers are not quantities.
    const type = detected === 'integer' && phoneName.test(name) ? 'text' : detected;
    const isNumber = type === 'number' || type === 'integer';
    const [unit = '', withUnit = 0] = [...units].sort(([, a], [, b]) => b - a)[0] ?? [];
    const format = !isNumber
      ? (step ?? 'plain')
      : percents * 2 > filled
        ? 'percent'
        : withUnit * 2 > filled
          ? 'currency'
          : 'plain';
    const isPlain =
      countOf('numeral', 'comma', 'oddDate', 'oddTime', 'month', 'quarter', 'week') === 0 &&
      !(type === 'date' && countOf('date') === 0);
    const style: ColumnStyle = {
      type,
      // Only then can DuckDB parse the column natively.
      isPlain: isPlain && !hasHanWords && !decimalComma,
      hasMarkers: markers.size > 0,
      timeFormat: timeFormats.size === 1 && countOf('date') === 0 ? [...timeFormats][0]! : null,
      dayFirst: ordered === 0 ? null : dayFirst > monthFirst,
      decimalComma,
    };
    return {
      type,
      role: isNumber && longest > maxDigits ? 'dimension' : roleFor({ name, type }),
      format,
      unit: format === 'currency' ? unit : '',
      filled,
      doubtful: filled - fits,
      markers: [...markers].map(([text, count]) => ({
        text,
        count,
        isEmpty: type !== 'text' || isUnambiguousMarker(text),
      })),
      hasLetterCodes: letterCodes * 2 > filled,
      isOrderUnknown: ordered > 0 && dayFirst + monthFirst === 0 && (type === 'date' || type === 'time'),
      style,
      commas: isNumber ? marks.verdict(decimalComma) : null,
      isRounded: isNumber && isRounded,
    };
  }

  return { add, markEvidence: marks.evidence, guess };
}

type ColumnHints = { name: string; decimalComma: boolean };
type TypeCandidate = { type: ColumnType; step: DateStep | null; fits: number };

const maxMarkers = 20;
const letterCode = /^[A-Z]{2}$/;

// The years of a season are consecutive: 2011-12.
function isSeason(text: string): boolean {
  const parts = /^\d\d(\d\d)-(\d\d)$/.exec(text);
  return parts !== null && (Number(parts[1]) + 1) % 100 === Number(parts[2]);
}

// Up to 4 % may be wrong, or one in a short column.
const toleranceOf = (filled: number) => Math.max(Math.floor(filled / 25), filled >= 10 ? 1 : 0);

const timeFormatOf = (text: string) => {
  const utc = text.endsWith('Z') ? 'Z' : '';
  const length = text.length - utc.length;
  return `%Y-%m-%d${text[10]}%H:%M${length > 16 ? ':%S' : ''}${length > 19 ? '.%f' : ''}${utc}`;
};

// Numbers with more digits are identifiers.
const maxDigits = 12;
const phoneName = /(?:^|[\s_.-])(?:phone|mobile|tel)$|(?:Phone|Mobile)$|(?:手机号?码?|电话号?码?|邮编|邮政编码)$/i;
/** How the cells of a column are read as proposed. */
const guessOptions = ({ format, markers, style }: ColumnGuess, zone: string): CellOptions => ({
  ...optionsOf(style, zone),
  empty: emptyRulesOf(markers),
  ...stepOption(format),
});

/** Whether a cell does not fit the proposal for its column. */
export const isDoubtful = (text: string, guess: ColumnGuess, zone: string): boolean =>
  guess.type !== 'text' && 'reason' in readCell(text, guess.type, guessOptions(guess, zone));

/** How the cells of a column are read by their style. */
export const optionsOf = ({ dayFirst, decimalComma }: ColumnStyle, zone: string): CellOptions => ({
  zone,
  decimalComma,
  ...(dayFirst !== null && { dayFirst }),
});
