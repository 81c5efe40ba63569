import type { RejectReason } from './datasets.ts';
import { type DateStep, dateSteps, dayOf, stepDayOf } from './days.ts';
import { type EmptyRules, isEmptyCell, isEmptyMarker, isEmptyText } from './empty-cells.ts';
import type { ColumnType } from './query.ts';

/** What a cell means; a moment is ISO in UTC, an integer too large for a number stays text. */
export type CellValue = string | number | boolean | null;
export type CellReading = { value: CellValue } | { reason: RejectReason };

/**
 * In which zone times without one are, whether 01/02/2026 is in February, whether 1,234 is a little over one, which
 * texts are empty beside the usual ones, and the step that the dates of the column name instead of days.
 */
export type CellOptions = {
  zone: string;
  dayFirst?: boolean;
  decimalComma?: boolean;
  empty?: EmptyRules;
  step?: DateStep;
};

/** The step that dates of a column name, by its format. */
export const stepOption = (format: string): { step?: DateStep } => {
  const step = dateSteps.find((each) => each === format);
  return step ? { step } : {};
};

export const maxJsonDepth = 100;

/** Reads one cell as a type, in the browser as in the reader of files. */
export function readCell(text: string, type: ColumnType, options: CellOptions): CellReading {
  if (type === 'text') return { value: isEmptyText(text, options.empty) ? null : text };
  if (isEmptyCell(text, options.empty)) return { value: null };
  const value = readers[type](text, options);
  return value === undefined ? { reason: `not_${type}` } : { value };
}

/** Whether a cell says that there is nothing, where text would be no answer. */
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

/** A number as people write it, with the sign that says what it counts. */
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
  // By the power and not by a product: 1.1% is 0.011 and not 0.011000000000000001.
  const exponent = Number(power.slice(1) || 0) + (powers.get(scale ?? '') ?? 0);
  const size = Number(`${whole!.replaceAll(',', '')}${fraction}e${exponent}`);
  if (!Number.isFinite(size)) return undefined;
  const isNegative = (sign === '-') !== (inside === '-') || inner !== undefined;
  const unit = before || after || '';
  return { value: isNegative ? -size : size, isPercent: scale === '%', unit };
}

/** A number with a decimal comma as one with a decimal point: the two marks swapped, spaces between digits left out. */
const withPoint = (text: string) =>
  text.replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '').replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

// Full-width digits and signs become plain ones.
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
  // A moment at midnight is the day itself; any other would lose its time.
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

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, era: 'short', ...numeric, ...time });
  clocks.set(zone, made);
  return made;
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
export function offsetAt(zone: string, moment: number): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const shown = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return shown - Math.floor(moment / 1000) * 1000;
}

// The offset is that of the moment itself, which is near the one that the local time would be in UTC.
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
    return undefined;
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const char = text[place];
    if (isQuoted && char === '\\') place++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '[' || char === '{')) deepest = Math.max(deepest, ++depth);
    else if (!isQuoted && (char === ']' || char === '}')) depth--;
  }
  return deepest;
}
