import { type ClockUnit, type DayUnit, isClockUnit } from '#domain/formula/time-functions.ts';
import type { CalendarPart } from './dialect.ts';
import { numberOf } from './formula-numbers.ts';
import { type CompileCall, constant, type FormulaPart, literalOf } from './formula-part.ts';
import { bind, type Fragment, integer, sql } from './fragment.ts';
import type { Scope } from './scope.ts';

// ClickHouse has dates from 1900 to 2299; beyond them calculated dates are empty everywhere.
const [firstYear, lastYear] = [1900, 2299];
const firstDay = bind(`${firstYear}-01-01`, 'date');
const lastDay = bind(`${lastYear}-12-31`, 'date');
const firstMoment = bind(`${firstYear}-01-01T00:00:00.000Z`, 'time');
const lastMoment = bind(`${lastYear}-12-31T00:00:00.000Z`, 'time');

/** A date, or the local date and time of an instant. */
const localOf = ({ dialect, clock }: Scope, { sql: value, type }: FormulaPart): Fragment =>
  type === 'time' ? dialect.local(value, clock.zone) : value;

/** A date, or the local day of an instant. */
export const dayOf = (scope: Scope, part: FormulaPart): Fragment =>
  part.type === 'time' ? scope.dialect.truncate(localOf(scope, part), 'day') : part.sql;

const partOf = (scope: Scope, local: Fragment, part: CalendarPart): Fragment =>
  scope.dialect.functions.asInteger(scope.dialect.datePart(local, part));

const compilePart =
  (part: CalendarPart): CompileCall =>
  ({ scope, parts }) => ({ sql: partOf(scope, localOf(scope, parts[0]!), part) });

const unitOf = (parts: FormulaPart[]) => String(literalOf(parts[0]!)) as ClockUnit | DayUnit;

const compileStart: CompileCall = ({ scope, parts }) => {
  const { dialect, clock } = scope;
  const unit = unitOf(parts);
  if (isClockUnit(unit))
    return { sql: dialect.truncateMoment(parts[1]!.sql, unit === 'minute' ? unit : 'hour', clock.zone) };
  return { sql: dialect.truncate(localOf(scope, parts[1]!), unit) };
};

const secondsIn: Record<ClockUnit, number> = { second: 1, minute: 60, hour: 3600 };

/** The year, or a consecutive number of the month or quarter. */
function ordinalOf(scope: Scope, day: Fragment, unit: 'month' | 'quarter' | 'year'): Fragment {
  const year = partOf(scope, day, 'year');
  if (unit === 'year') return year;
  return sql`(${year} * ${integer(unit === 'month' ? 12 : 4)} + ${partOf(scope, day, unit)})`;
}

const compileDifference: CompileCall = ({ scope, parts }) => {
  const { truncate, functions } = scope.dialect;
  const unit = unitOf(parts);
  const [, from, to] = parts as [FormulaPart, FormulaPart, FormulaPart];
  if (isClockUnit(unit)) {
    const seconds = functions.secondsBetween(from.sql, to.sql);
    return { sql: sql`(${seconds} / ${constant(secondsIn[unit])})`, bounds: { low: -10, high: 12, grain: -26 } };
  }
  const [first, last] = [dayOf(scope, from), dayOf(scope, to)];
  if (unit === 'day') return { sql: functions.asInteger(functions.daysBetween(first, last)) };
  if (unit === 'week') {
    const days = functions.daysBetween(truncate(first, 'week'), truncate(last, 'week'));
    return { sql: functions.asInteger(sql`${days} / 7`) };
  }
  return { sql: functions.asInteger(sql`${ordinalOf(scope, last, unit)} - ${ordinalOf(scope, first, unit)}`) };
};

type Step = { count: Fragment; value: Fragment };

/** Adds whole days; null beyond the dates that every database supports. */
function addDays({ dialect }: Scope, { count, value }: Step): Fragment {
  const { daysBetween, asCount } = dialect.functions;
  const isWithin = sql`${count} >= ${daysBetween(value, firstDay)} and ${count} <= ${daysBetween(value, lastDay)}`;
  return sql`case when ${isWithin} then ${dialect.addDays(value, asCount(count))} end`;
}

function addMonths(scope: Scope, { count, value }: Step): Fragment {
  const month = sql`(${ordinalOf(scope, value, 'month')} + ${count})`;
  const isWithin = sql`${month} > ${integer(firstYear * 12)} and ${month} <= ${integer(lastYear * 12 + 12)}`;
  return sql`case when ${isWithin} then ${scope.dialect.addMonths(value, scope.dialect.functions.asCount(count))} end`;
}

function addSeconds({ dialect }: Scope, { count, value }: Step): Fragment {
  const { secondsBetween, asInteger } = dialect.functions;
  const isWithin = sql`${count} >= ${secondsBetween(value, firstMoment)} and ${count} <= ${secondsBetween(value, lastMoment)}`;
  return sql`case when ${isWithin} then ${dialect.addSeconds(value, asInteger(count))} end`;
}

const monthsIn = { month: 1, quarter: 3, year: 12 };

const compileAdd: CompileCall = ({ scope, parts }) => {
  const unit = unitOf(parts);
  const [, number, part] = parts as [FormulaPart, FormulaPart, FormulaPart];
  const countOf = (size: number) => sql`(floor(${numberOf(scope, number).sql}) * ${constant(size)})`;
  if (isClockUnit(unit)) return { sql: addSeconds(scope, { count: countOf(secondsIn[unit]), value: part.sql }) };
  const value = dayOf(scope, part);
  if (unit === 'day' || unit === 'week')
    return { sql: addDays(scope, { count: countOf(unit === 'week' ? 7 : 1), value }) };
  return { sql: addMonths(scope, { count: countOf(monthsIn[unit]), value }) };
};

/** A date from its numbers; null if there is no such day. */
function dateFrom({ dialect }: Scope, [year, month, day]: [Fragment, Fragment, Fragment]): Fragment {
  const { asCount } = dialect.functions;
  const isYear = sql`${year} >= ${integer(firstYear)} and ${year} < ${integer(lastYear + 1)}`;
  const isDay = sql`${month} >= 1 and ${month} < 13 and ${day} >= 1 and ${day} < 32`;
  const months = asCount(sql`(floor(${year}) - ${integer(firstYear)}) * 12 + floor(${month}) - 1`);
  const date = dialect.addDays(dialect.addMonths(firstDay, months), asCount(sql`floor(${day}) - 1`));
  // The day after the last one of a month is in the next month.
  const inMonth = sql`case when ${dialect.datePart(date, 'month')} = floor(${month}) then ${date} end`;
  return sql`case when ${isYear} and ${isDay} then ${inMonth} end`;
}

const compileDate: CompileCall = ({ scope, parts }) => {
  const numbers = parts.map((part) => numberOf(scope, part).sql) as [Fragment, Fragment, Fragment];
  return { sql: dateFrom(scope, numbers) };
};

const datePattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T].*)?$';

const compileToDate: CompileCall = ({ scope, parts }) => {
  const [part] = parts as [FormulaPart];
  if (part.type !== 'text') return { sql: dayOf(scope, part) };
  const { substring, parseNumber, matchesPattern } = scope.dialect.functions;
  const text = sql`trim(both ' ' from ${part.sql})`;
  const numberAt = (start: number, count: number) => parseNumber(substring(text, start, count));
  const date = dateFrom(scope, [numberAt(1, 4), numberAt(6, 2), numberAt(9, 2)]);
  return { sql: sql`case when ${matchesPattern(text, datePattern)} then ${date} end` };
};

export const timeCalls: Record<string, CompileCall> = {
  year: compilePart('year'),
  quarter: compilePart('quarter'),
  month: compilePart('month'),
  day: compilePart('day'),
  weekday: compilePart('weekday'),
  hour: compilePart('hour'),
  startof: compileStart,
  datediff: compileDifference,
  dateadd: compileAdd,
  date: compileDate,
  todate: compileToDate,
};
