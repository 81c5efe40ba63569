import { zoneFormatterOf } from '#domain/time/calendar.ts';
import { type DateStep, dateSteps, dayOf, stepDayOf } from './parse-date.ts';
import { type EmptyRules, isEmptyCell, isEmptyMarker, isEmptyText } from './empty-cells.ts';
import type { ColumnType } from '#domain/query/query.ts';

/** Why a row could not be loaded. */
export const rejectReasons = [
  'not_integer',
  'not_number',
  'not_boolean',
  'not_date',
  'not_time',
  'not_json',
  'too_few_cells',
  'too_many_cells',
  'bad_quotes',
  'too_long',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** Parsed value of a cell: times as ISO in UTC, integers too large for a number as text. */
export type CellValue = string | number | boolean | null;
export type ParsedCell = { value: CellValue } | { reason: RejectReason };

/**
 * Zone of times without one, whether 01/02/2026 is in February, whether 1,234 has a decimal comma, which texts count as
 * empty besides the default ones, and the step that dates of the column stand for instead of days.
 */
export type CellOptions = {
  zone: string;
  dayFirst?: boolean;
  decimalComma?: boolean;
  empty?: EmptyRules;
  step?: DateStep;
};

/** The date step of a column, by its format. */
export const stepOption = (format: string): { step?: DateStep } => {
  const step = dateSteps.find((each) => each === format);
  return step ? { step } : {};
};

const maxJsonDepth = 100;

/** Parses a cell as a type; used by the preview in the browser and by file imports alike. */
export function readCell(text: string, type: ColumnType, options: CellOptions): ParsedCell {
  if (type === 'text') return { value: isEmptyText(text, options.empty) ? null : text };
  if (isEmptyCell(text, options.empty)) return { value: null };
  const value = readers[type](text, options);
  return value === undefined ? { reason: `not_${type}` } : { value };
}

/** Whether a cell is an empty marker in a column that is not text. */
export const isBlank = (text: string): boolean => isEmptyMarker(text);

const readers: Record<Exclude<ColumnType, 'text'>, (text: string, options: CellOptions) => CellValue | undefined> = {
  integer: integerOf,
  number: (text, { decimalComma }) => numeralOf(text, decimalComma)?.value,
  boolean: booleanOf,
  date: dateOf,
  time: timeOf,
  json: jsonOf,
};

const largest = 2n ** 63n - 1n;

function integerOf(text: string, { decimalComma }: CellOptions): CellValue | undefined {
  const digits = text.trim();
  if (/^[+-]?\d{16,19}$/.test(digits)) {
    const exact = BigInt(digits);
    return exact <= largest && exact >= -largest ? exact.toString() : undefined;
  }
  const value = numeralOf(text, decimalComma)?.value;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A number as people write it, with its unit. */
export type Numeral = { value: number; isPercent: boolean; unit: string };

const numeral =
  /^([+-]?)\s*([¥$€£]?)\s*([+-]?)([1-9]\d{0,2}(?:,\d{3})+|\d*)(\.\d+)?\.?(e[+-]?\d{1,3})?\s*(%|‰|万亿|亿|万|千)?\s*(元|美元|欧元|[¥$€£])?$/i;
const powers = new Map([
  ['%', -2],
  ['‰', -3],
  ['千', 3],
  ['万', 4],
  ['亿', 8],
  ['万亿', 12],
]);

/** Reads 1234.5, 1,234.5, 6.5%, 1.2亿, ¥12.50, (1,200) and full-width digits; with a decimal comma 1.234,5 as well. */
export function numeralOf(text: string, decimalComma = false): Numeral | undefined {
  const plain = decimalComma ? withPoint(normal(text)) : normal(text);
  const inner = /^\((.*)\)$/.exec(plain)?.[1];
  const match = numeral.exec(inner ?? plain);
  if (!match) return undefined;
  const [, sign, before, inside, whole, fraction = '', power = '', scale, after] = match;
  if (!/\d/.test(whole + fraction)) return undefined;
  // Scaled by exponent, not by multiplication: 1.1% is 0.011 and not 0.011000000000000001.
  const exponent = Number(power.slice(1) || 0) + (powers.get(scale ?? '') ?? 0);
  const size = Number(`${whole!.replaceAll(',', '')}${fraction}e${exponent}`);
  if (!Number.isFinite(size)) return undefined;
  const isNegative = (sign === '-') !== (inside === '-') || inner !== undefined;
  const unit = before || after || '';
  return { value: isNegative ? -size : size, isPercent: scale === '%', unit };
}

/** Converts a decimal comma to a decimal point: swaps the two marks and drops spaces between groups of digits. */
const withPoint = (text: string) =>
  text.replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '').replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

// Converts full-width digits and signs to ASCII.
const normal = (text: string) => (/^[ -~]*$/.test(text) ? text : text.normalize('NFKC')).trim();

const yes = new Set(['true', 't', 'yes', 'y', '1', '是', '真']);
const no = new Set(['false', 'f', 'no', 'n', '0', '否', '假']);

function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

function dateOf(text: string, { dayFirst, step }: CellOptions): string | undefined {
  if (step) return stepDayOf(normal(text), step);
  const day = dayOf(normal(text), dayFirst);
  // Midnight is the day itself; any other time would be lost.
  return day && /^(?:[T\s]+0?0:00(?::00(?:\.0+)?)?)?$/.test(day.rest) ? day.iso : undefined;
}

const clock =
  /^[T\s]*(上午|下午)?(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?|时(\d{1,2})分(?:(\d{1,2})秒)?)\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|(?:UTC|GMT)?([+-])(\d\d):?(\d\d)?)?$/i;

function timeOf(text: string, { zone, dayFirst }: CellOptions): string | undefined {
  const day = dayOf(normal(text), dayFirst);
  if (!day) return undefined;
  if (day.rest === '') return new Date(momentIn(zone, Date.parse(`${day.iso}T00:00:00Z`))).toISOString();
  const match = clock.exec(day.rest);
  if (!match) return undefined;
  const [, half, hours, minutes, seconds, fraction = '', minutes2, seconds2, half2, zoned, sign, east, eastMinutes] =
    match;
  const hour = hourOf(Number(hours), half ?? half2?.toLowerCase().replaceAll('.', ''));
  const [minute, second] = [Number(minutes ?? minutes2 ?? 0), Number(seconds ?? seconds2 ?? 0)];
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  const local = Date.parse(`${day.iso}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000;
  const offset = (Number(east ?? 0) * 60 + Number(eastMinutes ?? 0)) * 60_000 * (sign === '-' ? -1 : 1);
  const iso = new Date(zoned ? local - offset : momentIn(zone, local)).toISOString();
  return fraction ? iso.replace(/\.\d{3}Z$/, `.${fraction.slice(0, 6).padEnd(3, '0')}Z`) : iso;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'pm' || half === '下午' ? 12 : 0);
}

/** Offset of a zone from UTC at a moment, in milliseconds. */
export function offsetAt(zone: string, moment: number): number {
  const parts = new Map(
    zoneFormatterOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const localTime = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return localTime - Math.floor(moment / 1000) * 1000;
}

// Takes the offset at the moment itself, found through a first guess that reads the local time as UTC.
function momentIn(zone: string, local: number): number {
  if (zone === 'UTC') return local;
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}

function jsonOf(text: string): string | undefined {
  if (depthOf(text) > maxJsonDepth) return undefined;
  try {
    JSON.parse(text);
    return text;
  } catch {
    // Malformed JSON.
    return undefined;
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (isQuoted && char === '\\') index++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '[' || char === '{')) deepest = Math.max(deepest, ++depth);
    else if (!isQuoted && (char === ']' || char === '}')) depth--;
  }
  return deepest;
}
