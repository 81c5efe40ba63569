import { type CellOptions, numeralOf, readCell, stepOption } from '#contract/cells.ts';
import { roleFor } from '#contract/column-kinds.ts';
import type { ColumnFormat, ColumnRole } from '#contract/datasets.ts';
import type { DateStep } from '#contract/days.ts';
import { isUnambiguousMarker } from '#contract/empty-cells.ts';
import { type Marker, rulesOf } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';
import type { ColumnStyle } from '#engine/tables.ts';
import { type CommaPolicy, createMarkTally } from './decimal-marks.ts';
import { losesDigits } from './long-decimals.ts';
import { createDigitDates } from './digit-dates.ts';
import { type Shape, shapeOf } from './shapes.ts';

/** What is proposed for a column, and how its cells are written. */
export type Guess = {
  type: ColumnType;
  role: ColumnRole;
  format: ColumnFormat;
  unit: string;
  filled: number;
  doubtful: number;
  markers: Marker[];
  /** Whether its texts are codes of two letters, among which NA means something. */
  hasLetterCodes: boolean;
  /** Whether nothing tells if 01/02/2026 is in January or in February. */
  isOrderUnknown: boolean;
  style: ColumnStyle;
  /** What its commas were taken for, if some could be either. */
  commas: 'decimal' | 'thousands' | null;
  /** Whether some of its numbers have more digits than are kept. */
  isRounded: boolean;
};

/** Sees the cells of a column one after the other. */
export type Column = {
  see: (text: string) => void;
  markEvidence: () => 'comma' | 'point' | null;
  guess: (name: string, policy?: CommaPolicy) => Guess;
};

export function createColumn(): Column {
  const counts = new Map<Shape, { count: number }>();
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
  let last: Shape | undefined;
  let current = { count: 0 };
  let hasHanWords = false;
  let isRounded = false;
  const markers = new Map<string, number>();
  const digits = createDigitDates();
  let seasons = 0;
  let letterCodes = 0;

  const of = (...shapes: Shape[]) => shapes.reduce((sum, shape) => sum + (counts.get(shape)?.count ?? 0), 0);

  function see(text: string): void {
    const shape = shapeOf(text);
    if (shape !== last) {
      last = shape;
      current = counts.get(shape) ?? { count: 0 };
      counts.set(shape, current);
    }
    current.count++;
    if (shape === 'numeral' || shape === 'comma') seeNumeral(text);
    else if (shape === 'number') seeDecimal(text);
    else if (shape === 'oddDate' || shape === 'oddTime') seeOrder(text);
    else if (shape === 'time') seeTime(text);
    else if (shape === 'boolean') hasHanWords ||= text.charCodeAt(0) > 127;
    else if (shape === 'integer') {
      longest = Math.max(longest, text.length);
      digits.see(text);
    } else if (shape === 'blank') seeMarker(text.trim());
    else if (shape === 'month' && isSeason(text)) seasons++;
    else if (shape === 'text' && letterCode.test(text)) letterCodes++;
  }

  function seeMarker(text: string): void {
    if (markers.has(text) || markers.size < markersKept) markers.set(text, (markers.get(text) ?? 0) + 1);
  }

  function seeDecimal(text: string): void {
    marks.seePoint(text);
    isRounded ||= losesDigits(text);
  }

  function seeNumeral(text: string): void {
    marks.seeNumeral(text);
    const { isPercent, unit } = (numeralOf(text) ?? numeralOf(text, true))!;
    if (isPercent) percents++;
    if (unit) units.set(unit, (units.get(unit) ?? 0) + 1);
  }

  // Most columns write all of their times in one way.
  function seeTime(text: string): void {
    const sign = text[10]! + text.at(-1)!.replace(/\d/, '');
    if (text.length === timeLength && sign === timeSign) return;
    timeLength = text.length;
    timeSign = sign;
    timeFormats.add(timeFormatOf(text));
  }

  function seeOrder(text: string): void {
    const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?!\d)/.exec(text);
    if (!parts) return;
    ordered++;
    if (Number(parts[1]) > 12) dayFirst++;
    else if (Number(parts[2]) > 12) monthFirst++;
  }

  function typeOf(filled: number, { name, decimalComma }: Naming): Candidate {
    const text: Candidate = { type: 'text', step: null, fits: filled };
    if (filled === 0 || of('code') > 0) return text;
    const whole = of('integer') === filled ? digits.dateOf(name, filled) : undefined;
    if (whole) return { ...whole, fits: filled };
    const dates = of('date', 'oddDate');
    const times = of('time', 'oddTime');
    const candidates: Candidate[] = [
      { type: 'integer', step: null, fits: of('integer') },
      { type: 'number', step: null, fits: of('integer', 'number', 'numeral', 'comma') - marks.against(decimalComma) },
      { type: 'boolean', step: null, fits: of('boolean') },
      { type: 'date', step: null, fits: dates },
      { type: 'time', step: null, fits: times > 0 ? dates + times : 0 },
      { type: 'json', step: null, fits: of('json') },
      // 2011-12 may be a season.
      { type: 'date', step: 'month', fits: seasons > 1 && seasons === of('month') ? 0 : of('month') },
      { type: 'date', step: 'quarter', fits: of('quarter') },
      { type: 'date', step: 'week', fits: of('week') },
    ];
    const best = candidates.reduce((one, other) => (other.fits > one.fits ? other : one));
    return filled - best.fits <= toleranceOf(filled) ? best : text;
  }

  function guess(name: string, policy: CommaPolicy = 'evidence'): Guess {
    const decimalComma = marks.isDecimal(policy);
    const filled = [...counts.values()].reduce((sum, { count }) => sum + count, 0) - of('empty', 'blank');
    const { type: seen, step, fits } = typeOf(filled, { name, decimalComma });
    // What people call is no quantity.
    const type = seen === 'integer' && phoneName.test(name) ? 'text' : seen;
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
      of('numeral', 'comma', 'oddDate', 'oddTime', 'month', 'quarter', 'week') === 0 &&
      !(type === 'date' && of('date') === 0);
    const style: ColumnStyle = {
      type,
      // Only then DuckDB can read the column by itself.
      isPlain: isPlain && !hasHanWords && !decimalComma,
      hasMarkers: markers.size > 0,
      timeFormat: timeFormats.size === 1 && of('date') === 0 ? [...timeFormats][0]! : null,
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

  return { see, markEvidence: marks.evidence, guess };
}

type Naming = { name: string; decimalComma: boolean };
type Candidate = { type: ColumnType; step: DateStep | null; fits: number };

const markersKept = 20;
const letterCode = /^[A-Z]{2}$/;

// The years of a season follow each other: 2011-12.
function isSeason(text: string): boolean {
  const parts = /^\d\d(\d\d)-(\d\d)$/.exec(text);
  return parts !== null && (Number(parts[1]) + 1) % 100 === Number(parts[2]);
}

// One in twenty-five may be wrong, or one of a few.
const toleranceOf = (filled: number) => Math.max(Math.floor(filled / 25), filled >= 10 ? 1 : 0);

const timeFormatOf = (text: string) => {
  const utc = text.endsWith('Z') ? 'Z' : '';
  const length = text.length - utc.length;
  return `%Y-%m-%d${text[10]}%H:%M${length > 16 ? ':%S' : ''}${length > 19 ? '.%f' : ''}${utc}`;
};

// Numbers with more digits are names of something.
const maxDigits = 12;
const phoneName = /(?:^|[\s_.-])(?:phone|mobile|tel)$|(?:Phone|Mobile)$|(?:手机号?码?|电话号?码?|邮编|邮政编码)$/i;
/** How the cells of a column are read as proposed. */
const guessOptions = ({ format, markers, style }: Guess, zone: string): CellOptions => ({
  ...optionsOf(style, zone),
  empty: rulesOf(markers),
  ...stepOption(format),
});

/** Whether a cell of a column does not fit what was proposed for it. */
export const isDoubtful = (text: string, guess: Guess, zone: string): boolean =>
  guess.type !== 'text' && 'reason' in readCell(text, guess.type, guessOptions(guess, zone));

/** How the cells of a column are read by their style. */
export const optionsOf = ({ dayFirst, decimalComma }: ColumnStyle, zone: string): CellOptions => ({
  zone,
  decimalComma,
  ...(dayFirst !== null && { dayFirst }),
});
