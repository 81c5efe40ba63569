import type { FunctionEntry } from './function-entry.ts';
import {
  aDay,
  aNumber,
  aTime,
  aUnit,
  type FormulaType,
  requireCount,
  takes,
  type TypedCall,
  type TypedPart,
} from './type-rules.ts';
import { ExpressionError } from './expression-error.ts';

const dayUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** Units of a date; weeks begin on Monday. */
export type DayUnit = (typeof dayUnits)[number];

const clockUnits = ['second', 'minute', 'hour'] as const;
/** Units of a time. */
export type ClockUnit = (typeof clockUnits)[number];

export const isClockUnit = (unit: string): unit is ClockUnit => (clockUnits as readonly string[]).includes(unit);

const typeOfPart = takes([aDay], 'integer');

/** Checks the number of arguments and the unit, and returns the other arguments and whether the unit is one of times. */
function unitOf(typed: TypedCall, count: number, units: readonly string[]): { isClock: boolean; parts: TypedPart[] } {
  requireCount(typed, (length) => length === count);
  const [unit, ...parts] = typed.parts;
  aUnit(units)(unit!, typed.title);
  const { expression } = unit!;
  return { isClock: expression.kind === 'value' && isClockUnit(String(expression.value)), parts };
}

const allUnits = [...clockUnits, ...dayUnits];

function typeOfAdd(typed: TypedCall): FormulaType {
  const { isClock, parts } = unitOf(typed, 3, allUnits);
  aNumber(parts[0]!, typed.title);
  (isClock ? aTime : aDay)(parts[1]!, typed.title);
  return isClock ? 'time' : 'date';
}

function typeOfDifference(typed: TypedCall): FormulaType {
  const { isClock, parts } = unitOf(typed, 3, allUnits);
  parts.forEach((part) => (isClock ? aTime : aDay)(part, typed.title));
  return isClock ? 'number' : 'integer';
}

function typeOfStart(typed: TypedCall): FormulaType {
  const { isClock, parts } = unitOf(typed, 2, ['minute', 'hour', ...dayUnits]);
  (isClock ? aTime : aDay)(parts[0]!, typed.title);
  return isClock ? 'time' : 'date';
}

function typeOfDate(typed: TypedCall): FormulaType {
  requireCount(typed, (count) => count === 1);
  const [part] = typed.parts;
  if (!['text', 'date', 'time'].includes(part!.type))
    throw new ExpressionError('formula_needs_date', part!.expression, { value: typed.title });
  return 'date';
}

export const timeFunctions: FunctionEntry[] = [
  {
    name: 'weekday',
    group: 'time',
    signature: 'weekday(date)',
    help: { en_US: 'The day of the week, from 1 (Monday) to 7 (Sunday).', zh_CN: '星期几：1 为星期一，7 为星期日。' },
    example: 'weekday([ordered_at])',
    rule: typeOfPart,
  },
  {
    name: 'hour',
    group: 'time',
    signature: 'hour(time)',
    help: { en_US: 'The hour of the day, from 0 to 23.', zh_CN: '几点：0 到 23。' },
    example: 'hour([ordered_at])',
    rule: takes([aTime], 'integer'),
  },
  {
    name: 'day',
    group: 'time',
    signature: 'day(date)',
    help: { en_US: 'The day of the month, from 1 to 31.', zh_CN: '几号：1 到 31。' },
    example: 'day([ordered_at])',
    rule: typeOfPart,
  },
  {
    name: 'month',
    group: 'time',
    signature: 'month(date)',
    help: { en_US: 'The month of the year, from 1 to 12.', zh_CN: '几月：1 到 12。' },
    example: 'month([ordered_at])',
    rule: typeOfPart,
  },
  {
    name: 'quarter',
    group: 'time',
    signature: 'quarter(date)',
    help: { en_US: 'The quarter of the year, from 1 to 4.', zh_CN: '第几季度：1 到 4。' },
    example: 'quarter([ordered_at])',
    rule: typeOfPart,
  },
  {
    name: 'year',
    group: 'time',
    signature: 'year(date)',
    help: { en_US: 'The year.', zh_CN: '年份。' },
    example: 'year([ordered_at])',
    rule: typeOfPart,
  },
  {
    name: 'startof',
    group: 'time',
    signature: "startof('unit', date)",
    help: {
      en_US: 'The first day of the week (Monday), month, quarter or year; the start of the hour or minute of a time.',
      zh_CN: '所在周（星期一起）、月、季度或年的第一天；时间还可取所在小时或分钟的开始。',
    },
    example: "startof('month', [ordered_at])",
    rule: typeOfStart,
  },
  {
    name: 'datediff',
    group: 'time',
    signature: "datediff('unit', from, to)",
    help: {
      en_US:
        'How many days, weeks, months, quarters or years later the second date is; hours, minutes and seconds between times are numbers with decimals.',
      zh_CN: '第二个日期比第一个晚多少天、周、月、季度或年；两个时间相差的小时、分钟和秒带小数。',
    },
    example: "datediff('day', [ordered_at], [shipped_at])",
    rule: typeOfDifference,
  },
  {
    name: 'dateadd',
    group: 'time',
    signature: "dateadd('unit', count, date)",
    help: {
      en_US: 'A number of days, weeks, months, quarters or years later; hours, minutes and seconds for a time.',
      zh_CN: '往后推若干天、周、月、季度或年；时间可推若干小时、分钟或秒。',
    },
    example: "dateadd('day', 30, [invoiced_on])",
    rule: typeOfAdd,
  },
  {
    name: 'date',
    group: 'time',
    signature: 'date(year, month, day)',
    help: {
      en_US: 'A date from its numbers; empty if there is no such date between 1900 and 2299.',
      zh_CN: '由年、月、日组成日期；不存在或不在 1900 至 2299 年之间时为空。',
    },
    example: 'date([year], [month], 1)',
    rule: takes([aNumber, aNumber, aNumber], 'date'),
  },
  {
    name: 'todate',
    group: 'time',
    signature: 'todate(value)',
    help: {
      en_US: "The day of a time, or text such as 2026-01-31 as a date; empty if it isn't one.",
      zh_CN: '取时间所在的日期，或将“2026-01-31”这样的文字转为日期；无法转换时为空。',
    },
    example: "todate('2026-01-31')",
    rule: typeOfDate,
  },
];
