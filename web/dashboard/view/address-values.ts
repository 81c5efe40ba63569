import type { Mark, Point } from '#contract/dashboard.ts';
import type { Scalar } from '#contract/query.ts';

// Values stand in an address as people write them. A text that would be read as something else is put in quotes.

const longestText = 1000;
const largest = 1e15;
const words: Record<string, Scalar> = { empty: null, true: true, false: false };
/** Stands for no value at all. */
export const any = 'any';

const isText = (text: string) => text.length <= longestText && !text.includes('\0') && text.isWellFormed();
const isNumeral = (text: string) => text !== '' && String(Number(text)) === text && Number.isFinite(Number(text));
const isPlain = (text: string) =>
  text !== '' && text !== any && !Object.hasOwn(words, text) && !isNumeral(text) && !/[",;]|\.\.|^\s|\s$/.test(text);

export const writeScalar = (value: Scalar): string => {
  if (value === null) return 'empty';
  if (typeof value !== 'string') return String(value);
  return isPlain(value) ? value : JSON.stringify(value);
};

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && isText(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value that is written so; undefined if it is damaged. */
export function readScalar(text: string): Scalar | undefined {
  if (text.startsWith('"')) return unquoted(text);
  if (Object.hasOwn(words, text)) return words[text];
  if (isNumeral(text)) return Math.abs(Number(text)) <= largest ? Number(text) : undefined;
  return isPlain(text) && isText(text) ? text : undefined;
}

/** The pieces between separators, of which those in quotes do not count. */
export function split(text: string, separator: string): string[] {
  const pieces = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (!isQuoted && text.startsWith(separator, at)) {
      pieces.push('');
      at += separator.length - 1;
      continue;
    }
    pieces[pieces.length - 1] += letter === '\\' && isQuoted ? letter + (text[(at += 1)] ?? '') : letter;
    if (letter === '"') isQuoted = !isQuoted;
  }
  return pieces;
}

/** What every piece means; undefined if one of them means nothing. */
export function readAll<Value>(
  pieces: string[],
  read: (piece: string) => Value | undefined,
  most: number,
): Value[] | undefined {
  const values = pieces.map(read);
  return pieces.length > most || values.includes(undefined) ? undefined : (values as Value[]);
}

export const writeScalars = (values: Scalar[]): string => values.map(writeScalar).join(',') || any;

export const readScalars = (text: string, most: number): Scalar[] | undefined =>
  text === any || text === '' ? [] : readAll(split(text, ','), readScalar, most);

const isRange = (mark: Mark): mark is Exclude<Mark, Scalar> => typeof mark === 'object' && mark !== null;

const writeMark = (mark: Mark): string =>
  isRange(mark) ? `${writeScalar(mark.from)}..${writeScalar(mark.to)}` : writeScalar(mark);

const isBound = (value: Scalar | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function readMark(text: string): Mark | undefined {
  const ends = split(text, '..');
  if (ends.length === 1) return readScalar(text);
  const [from, to] = ends.map(readScalar);
  return ends.length === 2 && isBound(from) && isBound(to) ? { from, to } : undefined;
}

function readEntry(text: string): [string, Mark] | undefined {
  const [, name, value = ''] = /^([\w-]{1,64}):(.*)$/s.exec(text) ?? [];
  const mark = readMark(value);
  return name === undefined || mark === undefined ? undefined : [name, mark];
}

function readPoint(text: string): Point | undefined {
  const entries = readAll(split(text, ','), readEntry, 20);
  return entries && Object.fromEntries(entries);
}

const writePoint = (point: Point): string =>
  Object.entries(point)
    .map(([name, mark]) => `${name}:${writeMark(mark)}`)
    .join(',');

/** Points of a chart: `province:Hunan,month:2026-01-01;province:Hubei`. */
export const writePoints = (points: Point[]): string => points.map(writePoint).join(';');
export const readPoints = (text: string): Point[] | undefined => readAll(split(text, ';'), readPoint, 100);
