import type { PointValue, ChartPoint } from '#domain/dashboard/dashboard.ts';
import type { Scalar } from '#domain/query/query.ts';

// Values in the URL are readable. Text that would be parsed as something else is quoted.

const maxTextLength = 1000;
const maxNumber = 1e15;
const keywords: Record<string, Scalar> = { empty: null, true: true, false: false };
/** Keyword for no value at all. */
export const anyValue = 'any';

const isText = (text: string) => text.length <= maxTextLength && !text.includes('\0') && text.isWellFormed();
const isNumeral = (text: string) => text !== '' && String(Number(text)) === text && Number.isFinite(Number(text));
const isPlain = (text: string) =>
  text !== '' &&
  text !== anyValue &&
  !Object.hasOwn(keywords, text) &&
  !isNumeral(text) &&
  !/[",;]|\.\.|^\s|\s$/.test(text);

export const writeScalar = (value: Scalar): string => {
  if (value === null) return 'empty';
  if (typeof value !== 'string') return String(value);
  return isPlain(value) ? value : JSON.stringify(value);
};

function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && isText(value) ? value : undefined;
  } catch {
    // Not a quoted value.
    return undefined;
  }
}

/** Parses a value; undefined if invalid. */
export function readScalar(text: string): Scalar | undefined {
  if (text.startsWith('"')) return unquote(text);
  if (Object.hasOwn(keywords, text)) return keywords[text];
  if (isNumeral(text)) return Math.abs(Number(text)) <= maxNumber ? Number(text) : undefined;
  return isPlain(text) && isText(text) ? text : undefined;
}

/** Splits at separators outside quotes. */
function split(text: string, separator: string): string[] {
  const pieces = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (!isQuoted && text.startsWith(separator, at)) {
      pieces.push('');
      at += separator.length - 1;
      continue;
    }
    pieces[pieces.length - 1] += character === '\\' && isQuoted ? character + (text[(at += 1)] ?? '') : character;
    if (character === '"') isQuoted = !isQuoted;
  }
  return pieces;
}

/** Parses every piece; undefined if one is invalid or there are too many. */
function readAll<Value>(
  pieces: string[],
  read: (piece: string) => Value | undefined,
  maxCount: number,
): Value[] | undefined {
  const values = pieces.map(read);
  return pieces.length > maxCount || values.includes(undefined) ? undefined : (values as Value[]);
}

export const writeScalars = (values: Scalar[]): string => values.map(writeScalar).join(',') || anyValue;

export const readScalars = (text: string, maxCount: number): Scalar[] | undefined =>
  text === anyValue || text === '' ? [] : readAll(split(text, ','), readScalar, maxCount);

const isRange = (mark: PointValue): mark is Exclude<PointValue, Scalar> => typeof mark === 'object' && mark !== null;

const writeMark = (mark: PointValue): string =>
  isRange(mark) ? `${writeScalar(mark.from)}..${writeScalar(mark.to)}` : writeScalar(mark);

const isBound = (value: Scalar | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function readMark(text: string): PointValue | undefined {
  const ends = split(text, '..');
  if (ends.length === 1) return readScalar(text);
  const [from, to] = ends.map(readScalar);
  return ends.length === 2 && isBound(from) && isBound(to) ? { from, to } : undefined;
}

function readEntry(text: string): [string, PointValue] | undefined {
  const [, name, value = ''] = /^([\w-]{1,64}):(.*)$/s.exec(text) ?? [];
  const mark = readMark(value);
  return name === undefined || mark === undefined ? undefined : [name, mark];
}

function readPoint(text: string): ChartPoint | undefined {
  const entries = readAll(split(text, ','), readEntry, 20);
  return entries && Object.fromEntries(entries);
}

const writePoint = (point: ChartPoint): string =>
  Object.entries(point)
    .map(([name, mark]) => `${name}:${writeMark(mark)}`)
    .join(',');

/** Points of a chart: `province:Hunan,month:2026-01-01;province:Hubei`. */
export const writePoints = (points: ChartPoint[]): string => points.map(writePoint).join(';');
export const readPoints = (text: string): ChartPoint[] | undefined => readAll(split(text, ';'), readPoint, 100);
