import type { Compare, IsoDay, Grain, Span } from '#domain/query/query.ts';

const units = ['minute', 'hour', 'day', 'iso_week', 'month', 'quarter', 'year'] as const;

const writeGrain = (grain: Grain): string => ('start' in grain ? `${grain.unit}_${grain.start}` : grain.unit);

function readGrain(text: string): Grain | undefined {
  if (text === 'week_monday' || text === 'week_sunday')
    return { unit: 'week', start: text === 'week_monday' ? 'monday' : 'sunday' };
  const [, month] = /^fiscal_year_(\d|1[0-2])$/.exec(text) ?? [];
  if (Number(month) >= 1) return { unit: 'fiscal_year', start: Number(month) };
  const unit = units.find((each) => each === text);
  return unit && { unit };
}

/**
 * A time range in the URL: `last_30_day`, `last_30_day_newest` up to the newest row, `this_month`,
 * `previous_1_quarter`, `2026-01-01..2026-01-31`.
 */
export function writeSpan(span: Span): string {
  if (span.kind === 'range') return `${span.from}..${span.to}`;
  const grain = writeGrain(span.grain);
  if (span.kind === 'this') return span.until === 'now' ? `this_${grain}` : `whole_${grain}`;
  return `${span.kind}_${span.count}_${grain}${span.anchor ? '_newest' : ''}`;
}

function isDay(text: IsoDay): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** Whether a value is a time step as in results: a date or a timestamp. */
export const isTimeStep = (value: unknown): value is string =>
  typeof value === 'string' &&
  (isDay(value) || (isDay(value.slice(0, 10)) && value[10] === 'T' && !Number.isNaN(Date.parse(value))));

function readRange(text: string): Span | undefined {
  const [from = '', to = '', ...others] = text.split('..');
  if (others.length > 0 || !isDay(from) || !isDay(to) || from > to) return undefined;
  return { kind: 'range', from, to };
}

/** Parses a time range; undefined if invalid. */
export function readSpan(text: string): Span | undefined {
  const [, word, digits, rest = '', newest] =
    /^(last|previous|this|whole)_(?:(\d{1,5})_)?(.+?)(_newest)?$/.exec(text) ?? [];
  if (!word) return readRange(text);
  const grain = readGrain(rest);
  const count = Number(digits);
  if (!grain) return undefined;
  if (word === 'this' || word === 'whole')
    return digits || newest ? undefined : { kind: 'this', grain, until: word === 'this' ? 'now' : 'end' };
  if (!(count >= 1 && count <= 10_000)) return undefined;
  return { kind: word as 'last' | 'previous', count, grain, ...(newest && { anchor: 'newest' as const }) };
}

export const writeCompare = (compare: Compare): string =>
  compare.kind === 'custom' ? writeSpan(compare.span) : compare.kind;

export function readCompare(text: string): Compare | undefined {
  if (text === 'none' || text === 'previous' || text === 'last_year') return { kind: text };
  const span = readSpan(text);
  return span && { kind: 'custom', span };
}
