import { offsetAt } from '#domain/cells/cells.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { DatabaseFailure } from './failure.ts';

/**
 * The type of a result column, and how its values are converted from what the driver delivers; null stays null.
 * `isLocalTime` is true if they are times without a zone.
 */
export type TextConverter = { type: ColumnType; convert: (value: string) => unknown; isLocalTime?: boolean };

/** An integer: a number if that is exact, else its text. */
function integerOf(text: string): number | string {
  if (!/^-?\d+$/.test(text)) throw notA('integer', text);
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** A number; NaN and infinity are empty, as in every answer. */
function numberOf(text: string): number | null {
  const number = Number(text);
  if (Number.isNaN(number) && !/^[+-]?(?:nan|inf)/i.test(text)) throw notA('number', text);
  return Number.isFinite(number) ? number : null;
}

/** A server whose values do not match the announced type is of another kind. */
const notA = (type: string, text: string) => new DatabaseFailure('protocol', `Not a ${type}: ${text.slice(0, 40)}`);

const datePattern = /^\d{4}-\d\d-\d\d(?!.*BC)(?=$|[ T])/;

/** A date from year 1 to 9999; other dates are empty: infinity, year 0, the zero date of MySQL. */
export function dateOf(text: string): string | null {
  const day = datePattern.exec(text)?.[0];
  return day && isCalendarDay(day) ? day : null;
}

const isCalendarDay = (day: string) => !day.startsWith('0000') && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));

// 2026-01-31 16:30:00.123456+05:30, with T or a space, with or without fraction and offset.
const timePattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\s*(Z|UTC|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?$/;

/** An instant as ISO text to the second, or finer if needed. Without an offset it is a local time in the zone. */
export function instantOf(text: string, zone: string): string | null {
  const [, day, time, fraction = '', offset] = timePattern.exec(text) ?? [];
  if (!day || !isCalendarDay(day)) return null;
  const local = Date.parse(`${day}T${time}Z`);
  const instant = local - (offset === undefined ? localOffset(zone, local) : offsetMs(offset));
  const iso = new Date(instant).toISOString();
  const digits = fraction.slice(0, 6).replace(/0+$/, '');
  return iso.length === 24 ? `${iso.slice(0, 19)}${digits && `.${digits}`}Z` : null;
}

const localOffset = (zone: string, local: number) =>
  zone === 'UTC' ? 0 : offsetAt(zone, local - offsetAt(zone, local));

function offsetMs(offset: string): number {
  if (offset === 'Z' || offset === 'UTC') return 0;
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).match(/\d\d/g)!.map(Number);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) * 1000;
}

/** Converters that need to know nothing but the text. */
export const textConverters = {
  integer: { type: 'integer', convert: integerOf },
  number: { type: 'number', convert: numberOf },
  date: { type: 'date', convert: dateOf },
  json: { type: 'json', convert: String },
  text: { type: 'text', convert: String },
} satisfies Partial<Record<ColumnType, TextConverter>>;
