import type { Expression } from '#domain/query/expression.ts';
import type { Scalar } from '#domain/query/query.ts';
import { bucketOf, dayLength, dayOf, localOf, partOf, type ReferenceRow } from './reference-dimensions.ts';

// Reference implementation of formulas in plain TypeScript, independent of the compiler.

type Cell = Scalar;
type Present = NonNullable<Scalar>;

/** The value of a formula for a row, in a zone. */
export function valueByReference(expression: Expression, row: ReferenceRow, zone: string): Cell {
  if (expression.kind === 'value') return expression.value;
  if (expression.kind === 'column') return row[expression.column] ?? null;
  const values = expression.arguments.map((part) => valueByReference(part, row, zone));
  const lazy = lazyCalls[expression.name];
  if (lazy) return lazy(values);
  const present = values.filter((value) => value !== null);
  if (present.length < values.length) return null;
  return finite(strictCalls[expression.name]!(present, zone));
}

const finite = (value: Cell): Cell => (typeof value === 'number' && !Number.isFinite(value) ? null : value);

const isMoment = (value: Cell) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Times are compared as instants, texts by their bytes, a time and a date by days. */
function compare(zone: string, one: Present, other: Present): number {
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other);
  if (isMoment(one) && isMoment(other)) return Date.parse(one) - Date.parse(other);
  const [left, right] = [one, other].map((value) => Buffer.from(isMoment(value) ? localDay(value, zone) : value));
  return Buffer.compare(left!, right!);
}

const localDay = (value: string, zone: string) =>
  isMoment(value) ? localOf(Date.parse(value), zone).slice(0, 10) : value;

/** Alternating conditions and values. */
function firstCase(pairs: Cell[], isChosen: (key: Cell) => boolean): Cell {
  for (let at = 0; at + 1 < pairs.length; at += 2) if (isChosen(pairs[at]!)) return pairs[at + 1]!;
  return pairs.length % 2 === 1 ? pairs.at(-1)! : null;
}

/** Calls that can have a value although an argument is null. */
const lazyCalls: Record<string, (values: Cell[]) => Cell> = {
  if: (values) => firstCase(values, (key) => key === true),
  case: (values) => firstCase(values, (key) => key === true),
  lookup: ([subject, ...pairs]) => firstCase(pairs, (key) => key !== null && key === subject),
  coalesce: (values) => values.find((value) => value !== null) ?? null,
  isempty: ([value]) => value === null,
  and: ([one, other]) => (one === false || other === false ? false : one === null || other === null ? null : true),
  or: ([one, other]) => (one === true || other === true ? true : one === null || other === null ? null : false),
};

type Strict = (values: Present[], zone: string) => Cell;

const onNumbers =
  (operation: (...numbers: number[]) => number | null): Strict =>
  (values) =>
    operation(...values.map(Number));

const comparing =
  (isTrue: (order: number) => boolean): Strict =>
  ([one, other], zone) =>
    isTrue(compare(zone, one!, other!));

const onTexts =
  (operation: (...texts: string[]) => Cell): Strict =>
  (values) =>
    operation(...values.map(String));

function roundHalfAway(value: number, digits: number): number {
  // The decimal digits of a number distinguish a half from a number close to it.
  const size = Math.abs(value);
  const [whole = '0', exponent = '0'] = String(size).split('e');
  const rounded = Math.round(Number(`${whole}e${Number(exponent) + digits}`));
  return Math.sign(value) * Number(`${rounded}e${-digits}`);
}

const charactersOf = (value: Present) => Array.from(String(value));

function existingDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = year >= 1900 && year <= 2299 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? dayOf(date.getTime()) : null;
}

function shiftMonths(day: string, months: number): string | null {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const total = year * 12 + month - 1 + months;
  const [newYear, newMonth] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  const lastDay = new Date(Date.UTC(newYear, newMonth, 0)).getUTCDate();
  return existingDate(newYear, newMonth, Math.min(date, lastDay));
}

const monthsIn: Record<string, number> = { month: 1, quarter: 3, year: 12 };
const secondsIn: Record<string, number> = { second: 1, minute: 60, hour: 3600 };

function addTo([unit, count, value]: Present[], zone: string): Cell {
  const whole = Math.floor(Number(count));
  const seconds = secondsIn[String(unit)];
  if (seconds) return new Date(Date.parse(String(value)) + whole * seconds * 1000).toISOString();
  const day = localDay(String(value), zone);
  const months = monthsIn[String(unit)];
  if (months) return shiftMonths(day, whole * months);
  const moved = Date.parse(day) + whole * (unit === 'week' ? 7 : 1) * dayLength;
  return moved >= Date.parse('1900-01-01') && moved <= Date.parse('2299-12-31') ? dayOf(moved) : null;
}

function differenceOf([unit, from, to]: Present[], zone: string): number {
  const seconds = secondsIn[String(unit)];
  if (seconds) return (Date.parse(String(to)) - Date.parse(String(from))) / 1000 / seconds;
  const [first, last] = [from, to].map((value) => startOf(String(unit), localDay(String(value), zone), zone));
  const days = (Date.parse(last!) - Date.parse(first!)) / dayLength;
  if (unit === 'day') return days;
  return Math.round(days / { week: 7, month: 30.4369, quarter: 91.3107, year: 365.2425 }[String(unit)]!);
}

const startOf = (unit: string, value: string, zone: string) =>
  bucketOf(value, { unit: unit === 'week' ? 'iso_week' : (unit as 'day') }, zone);

const strictCalls: Record<string, Strict> = {
  not: ([value]) => !value,
  equal: comparing((order) => order === 0),
  not_equal: comparing((order) => order !== 0),
  less: comparing((order) => order < 0),
  at_most: comparing((order) => order <= 0),
  greater: comparing((order) => order > 0),
  at_least: comparing((order) => order >= 0),
  least: (values, zone) => values.toSorted((one, other) => compare(zone, one, other))[0]!,
  greatest: (values, zone) => values.toSorted((one, other) => compare(zone, other, one))[0]!,
  add: onNumbers((one, other) => one + other),
  subtract: onNumbers((one, other) => one - other),
  multiply: onNumbers((one, other) => one * other),
  divide: onNumbers((one, other) => (other === 0 ? null : one / other)),
  modulo: onNumbers((one, other) => (other === 0 ? null : one - other * Math.floor(one / other))),
  negate: onNumbers((value) => -value),
  abs: onNumbers((value) => Math.abs(value)),
  round: onNumbers((value, digits = 0) => roundHalfAway(value, digits)),
  floor: onNumbers((value) => Math.floor(value)),
  ceil: onNumbers((value) => Math.ceil(value)),
  sqrt: onNumbers((value) => Math.sqrt(value)),
  power: onNumbers((base, exponent) => base ** exponent),
  ln: onNumbers((value) => (value > 0 ? Math.log(value) : null)),
  log: onNumbers((value) => (value > 0 ? Math.log10(value) : null)),
  bin: onNumbers((value, width) => Math.floor(value / width) * width),
  tonumber: onTexts((text) => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null)),
  join: onTexts((...texts) => texts.join('')),
  concat: onTexts((...texts) => texts.join('')),
  totext: onTexts((text) => text),
  lower: onTexts((text) => text.toLowerCase()),
  upper: onTexts((text) => text.toUpperCase()),
  trim: onTexts((text) => text.replaceAll(/^ +| +$/g, '')),
  left: ([text, count]) => charactersOf(text!).slice(0, Number(count)).join(''),
  right: ([text, count]) => charactersOf(text!).toReversed().slice(0, Number(count)).toReversed().join(''),
  mid: ([text, start, count]) =>
    charactersOf(text!)
      .slice(Number(start) - 1, Number(start) - 1 + Number(count))
      .join(''),
  length: ([text]) => charactersOf(text!).length,
  contains: onTexts((text, part) => text.toLowerCase().includes(part.toLowerCase())),
  startswith: onTexts((text, part) => text.toLowerCase().startsWith(part.toLowerCase())),
  endswith: onTexts((text, part) => text.toLowerCase().endsWith(part.toLowerCase())),
  replace: onTexts((text, part, replacement) => text.split(part).join(replacement)),
  split: ([text, separator, number]) => String(text).split(String(separator))[Number(number) - 1] || null,
  year: ([value], zone) => Number(localDay(String(value), zone).slice(0, 4)),
  quarter: ([value], zone) => Math.ceil(Number(localDay(String(value), zone).slice(5, 7)) / 3),
  month: ([value], zone) => partOf(String(value), 'month', zone),
  day: ([value], zone) => Number(localDay(String(value), zone).slice(8, 10)),
  weekday: ([value], zone) => partOf(String(value), 'weekday', zone),
  hour: ([value], zone) => partOf(String(value), 'hour', zone),
  startof: ([unit, value], zone) => startOf(String(unit), String(value), zone),
  datediff: differenceOf,
  dateadd: addTo,
  date: onNumbersToDate,
  todate: ([value], zone) => {
    const text = String(value).trim();
    if (isMoment(text)) return localDay(text, zone);
    const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
    return match && existingDate(Number(match[1]), Number(match[2]), Number(match[3]));
  },
};

function onNumbersToDate(values: Present[]): Cell {
  const [year, month, day] = values.map((value) => Math.floor(Number(value))) as [number, number, number];
  return existingDate(year, month, day);
}
