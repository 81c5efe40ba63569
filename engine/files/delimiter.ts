import type { Delimiter, Quote } from '#domain/cells/reading.ts';
import { createSplitter, type TextDialect } from './records.ts';
import { shapeOf } from './shapes.ts';
import { type ColumnStarts, columnStartsOf, splitAtStarts, splitAtSpaces } from './spaced-lines.ts';

const characters = [',', '\t', ';', '|'] as const;

/** Detects the delimiter and quote of a text by its first lines. */
export function dialectOf(
  head: string,
  chosen: { delimiter?: Delimiter | undefined; quote?: Quote | undefined },
): TextDialect {
  const quote = chosen.quote ?? '"';
  if (chosen.delimiter === 'spaces') return { delimiter: 'spaces', quote };
  const lines = linesOf(head);
  if (chosen.delimiter === 'aligned')
    return { delimiter: 'aligned', quote, starts: mergeWords(lines, columnStartsOf(lines) ?? [0]) };
  if (chosen.delimiter) return { delimiter: chosen.delimiter, quote };
  const scored = characters.map((delimiter) => ({ delimiter, ...scoreOf(head, { delimiter, quote }) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  const isCertain = best.delimiter !== '\t' || !hasFiguresInCells(head, { delimiter: '\t', quote });
  if (best.share > 0.5 && isCertain) return { delimiter: best.delimiter, quote };
  return spacedDialect(lines, best.score > 0 ? best.width : 1) ?? { delimiter: best.delimiter, quote };
}

function scoreOf(head: string, dialect: TextDialect): { score: number; width: number; share: number } {
  const lengths = new Map<number, number>();
  const records = recordsOf(head, dialect);
  for (const { cells } of records) lengths.set(cells.length, (lengths.get(cells.length) ?? 0) + 1);
  const wide = [...lengths].filter(([length]) => length > 1);
  if (wide.length === 0) return { score: 0, width: 1, share: 0 };
  const [width, count] = wide.reduce((best, each) => (each[1] > best[1] ? each : best));
  const share = count / records.length;
  return { score: share * (1 + Math.min(width, 100) / 1000), width, share };
}

/**
 * Whether cells contain several numbers each, so that spaces are delimiters, too: a time is one number, a name is not
 * a number.
 */
function hasFiguresInCells(head: string, dialect: TextDialect): boolean {
  const rows = recordsOf(head, dialect).map(({ cells }) => cells.map((cell) => cell.trim()));
  const isRun = (cell: string) =>
    /\s/.test(cell) && !isFigure(cell) && cell.split(/\s+/).every((part) => isFigure(part) || part === 'NA');
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, column) => column).some(
    (column) => rows.filter((cells) => isRun(cells[column] ?? '')).length * 2 > rows.length,
  );
}

function recordsOf(head: string, dialect: TextDialect) {
  const whole = createSplitter(dialect, { isOdd: false }).push(head, false);
  if (whole.length > 0) return whole;
  try {
    return createSplitter(dialect, { isOdd: false }).push(head, true);
  } catch {
    // An unclosed quote: this dialect does not fit.
    return [];
  }
}

const maxSampleLines = 1000;

/** The first lines that are not blank; an incomplete last line is dropped. */
function linesOf(head: string): string[] {
  const lines = head.replace(/^\u00ef\u00bb\u00bf/, '').split(/\r\n|\n|\r/);
  const whole = lines.length > 2 && head.length >= 64 * 1024 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '').slice(0, maxSampleLines);
}

/** Spaces are delimiters only where most columns are numeric: words of a sentence are not columns. */
function spacedDialect(lines: string[], width: number): TextDialect | undefined {
  const body = lines.slice(1);
  if (body.length < 2 || isFigureColumn(lines.map((line) => line.trim()).slice(1))) return undefined;
  const cut = body.map(splitAtSpaces);
  const length = cut[0]!.length;
  const named = splitAtSpaces(lines[0]!).length;
  const isNamed = named === length || named === length - 1;
  const isEven = length > width && isNamed && cut.every((cells) => cells.length === length);
  const figures = isEven ? countFigures(cut) : 0;
  if (isEven && figures >= 2 && (length > 2 || figures === 2)) return { delimiter: 'spaces', quote: '"' };
  const detected = width === 1 ? columnStartsOf(lines) : undefined;
  const starts = detected && mergeWords(lines, detected);
  return starts && isAligned(lines, starts) ? { delimiter: 'aligned', quote: 'none', starts } : undefined;
}

/** Words that happen to be aligned are one column: columns of text are separated by several spaces. */
function mergeWords(lines: string[], starts: ColumnStarts): ColumnStarts {
  const cells = lines.slice(1).map((line) => splitAtStarts(line, starts));
  const isText = starts.map((_, column) => !isFigureColumn(cells.map((row) => row[column]!)));
  const isNarrow = (start: number) => lines.some((line) => (line[start - 2] ?? ' ') !== ' ');
  return starts.filter((start, column) => column === 0 || !(isText[column] && isText[column - 1] && isNarrow(start)));
}

// Prose is aligned by chance in a few lines only.
function isAligned(lines: string[], starts: ColumnStarts): boolean {
  const isPadded = lines.filter((line) => / {2}/.test(line.trim())).length * 2 >= lines.length;
  const body = lines.slice(1).map((line) => splitAtStarts(line, starts));
  return isPadded && body.length >= 2 && countFigures(body) >= 1 && (body.length >= 5 || starts.length > 2);
}

function countFigures(rows: string[][]): number {
  return rows[0]!.filter((_, column) => isFigureColumn(rows.map((cells) => cells[column] ?? ''))).length;
}

const figures = new Set(['integer', 'number', 'date', 'time', 'code', 'numeral']);
const isFigure = (text: string) => figures.has(shapeOf(text));

function isFigureColumn(cells: string[]): boolean {
  const filled = cells.filter((cell) => !/^(?:|\?|NA|N\/A|NaN|nan|-|\.|null|NULL)$/.test(cell));
  return filled.length * 2 >= cells.length && filled.every(isFigure);
}
