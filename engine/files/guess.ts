import { type CellOptions, numeralOf, readCell } from '#contract/cells.ts';
import { roleFor } from '#contract/column-kinds.ts';
import type { ColumnFormat, ColumnRole } from '#contract/datasets.ts';
import type { ColumnType } from '#contract/query.ts';
import type { ColumnStyle } from '#engine/tables.ts';
import { type CommaPolicy, createMarkTally } from './decimal-marks.ts';
import { losesDigits } from './long-decimals.ts';
import { type Shape, shapeOf } from './shapes.ts';

/** What is proposed for a column, and how its cells are written. */
export type Guess = {
  type: ColumnType;
  role: ColumnRole;
  format: ColumnFormat;
  unit: string;
  filled: number;
  doubtful: number;
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
  let longest = 0;
  let timeLength = 0;
  let timeSign: string | undefined;
  let last: Shape | undefined;
  let current = { count: 0 };
  let hasHanWords = false;
  let isRounded = false;

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
    else if (shape === 'integer') longest = Math.max(longest, text.length);
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
    const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-]\d{4}/.exec(text);
    if (!parts) return;
    if (Number(parts[1]) > 12) dayFirst++;
    else if (Number(parts[2]) > 12) monthFirst++;
  }

  function typeOf(filled: number, decimalComma: boolean): [ColumnType, number] {
    if (filled === 0) return ['text', 0];
    if (of('code') > 0) return ['text', filled];
    const dates = of('date', 'oddDate');
    const times = of('time', 'oddTime');
    const candidates: [ColumnType, number][] = [
      ['integer', of('integer')],
      ['number', of('integer', 'number', 'numeral', 'comma') - marks.against(decimalComma)],
      ['boolean', of('boolean')],
      ['date', dates],
      ['time', times > 0 ? dates + times : 0],
      ['json', of('json')],
    ];
    const best = candidates.reduce((one, other) => (other[1] > one[1] ? other : one));
    return filled - best[1] <= toleranceOf(filled) ? best : ['text', filled];
  }

  function guess(name: string, policy: CommaPolicy = 'evidence'): Guess {
    const decimalComma = marks.isDecimal(policy);
    const filled = [...counts.values()].reduce((sum, { count }) => sum + count, 0) - of('empty', 'blank');
    const [seen, fits] = typeOf(filled, decimalComma);
    // What people call is no quantity.
    const type = seen === 'integer' && phoneName.test(name) ? 'text' : seen;
    const isNumber = type === 'number' || type === 'integer';
    const [unit = '', withUnit = 0] = [...units].sort(([, a], [, b]) => b - a)[0] ?? [];
    const format = !isNumber
      ? 'plain'
      : percents * 2 > filled
        ? 'percent'
        : withUnit * 2 > filled
          ? 'currency'
          : 'plain';
    const style: ColumnStyle = {
      type,
      // Only then DuckDB can read the column by itself.
      isPlain: of('blank', 'numeral', 'comma', 'oddDate', 'oddTime') === 0 && !hasHanWords && !decimalComma,
      timeFormat: timeFormats.size === 1 && of('date') === 0 ? [...timeFormats][0]! : null,
      dayFirst: dayFirst + monthFirst === 0 ? null : dayFirst > monthFirst,
      decimalComma,
    };
    return {
      type,
      role: isNumber && longest > maxDigits ? 'dimension' : roleFor({ name, type }),
      format,
      unit: format === 'currency' ? unit : '',
      filled,
      doubtful: filled - fits,
      style,
      commas: isNumber ? marks.verdict(decimalComma) : null,
      isRounded: isNumber && isRounded,
    };
  }

  return { see, markEvidence: marks.evidence, guess };
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
/** Whether a cell of a column does not fit what was proposed for it. */
export function isDoubtful(text: string, { type, style }: Guess, zone: string): boolean {
  return type !== 'text' && 'reason' in readCell(text, type, optionsOf(style, zone));
}

/** How the cells of a column are read. */
export const optionsOf = ({ dayFirst, decimalComma }: ColumnStyle, zone: string): CellOptions => ({
  zone,
  decimalComma,
  ...(dayFirst !== null && { dayFirst }),
});
