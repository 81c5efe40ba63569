import { stat } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import type { Delimiter, Encoding, ReadingSettings } from '#domain/cells/reading.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import type { InspectedTable, TextSource } from '#engine/tables.ts';
import { withDecimalPoint } from './decimal-comma.ts';
import { dialectOf } from './delimiter.ts';
import { readHead } from './encoding.ts';
import { isBlankLine, readRecords, type TextDialect, type TextRecord } from './records.ts';
import { type TextScan, scanText, type TextFile } from './scan-text.ts';
import { openLines, quoteCell } from './write-lines.ts';

export type TextOptions = {
  name: string;
  zone: string;
  copy: string;
  options: ReadingOptions;
  numbered?: boolean;
  /** Whether the file is only the beginning of a longer one. Then its rows can be shown, but not loaded. */
  isTruncated?: boolean;
  /** The encoding of the file; null for texts that we wrote. */
  encoding: Encoding | null;
};

/**
 * Inspects a delimited UTF-8 text. If DuckDB would read it differently, it is rewritten, each row with its line number.
 */
export async function inspectText(
  file: string,
  { name, zone, copy, options, encoding, numbered = false, isTruncated = false }: TextOptions,
): Promise<InspectedTable> {
  const dialect = dialectOf((await readHead(file)).toString('latin1'), options);
  const textFile: TextFile = {
    file,
    bytes: (await stat(file)).size,
    dialect,
    numbered,
    headerRow: options.headerRow,
    decimalMark: options.decimalMark,
    dayFirst: options.dateOrder && options.dateOrder === 'day_first',
    isTruncated,
  };
  const { text, scanned } = options.quote ? await scan(textFile, zone) : await scanQuotes(textFile, zone);
  const source =
    isTruncated || isLoadable(text, scanned)
      ? sourceOf(text, scanned)
      : await rewriteRows(sourceOf(text, scanned), { ...text, copy, end: scanned.end });
  return {
    name,
    rows: scanned.rows,
    exact: scanned.exact,
    columns: scanned.guesses.map(({ type, role, format, unit, doubtful }, index) => ({
      name: scanned.names[index]!,
      type,
      role,
      format,
      unit,
      doubtful,
    })),
    markers: scanned.guesses.map(({ markers }) => markers),
    styles: scanned.guesses.map(({ style: { dayFirst, decimalComma } }) => ({ dayFirst, decimalComma })),
    sample: scanned.sample,
    doubtful: scanned.doubtful,
    notes: scanned.notes,
    source,
    reading: encoding && { encoding, ...readingOf(text, scanned, options) },
  };
}

type TextReading = Omit<ReadingSettings, 'encoding'>;

const readingOf = ({ dialect }: TextFile, { layout }: TextScan, options: ReadingOptions): TextReading => ({
  delimiter: dialect.delimiter as Delimiter,
  quote: dialect.quote,
  headerRow: layout.header === null ? 0 : layout.header + 1,
  decimalMark: options.decimalMark ?? null,
  dateOrder: options.dateOrder ?? null,
});

type ScanAttempt = { text: TextFile; scanned: TextScan };

const scan = async (text: TextFile, zone: string): Promise<ScanAttempt> => ({
  text,
  scanned: await scanText(text, zone),
});

/** Reads quotes as such, or as plain characters if that gives more rows of the right width. */
async function scanQuotes(text: TextFile, zone: string): Promise<ScanAttempt> {
  const { delimiter } = text.dialect;
  const quoted = await scan(text, zone).catch((error: unknown) => unclosedQuoteOf(error, delimiter));
  if (!(quoted instanceof Problem) && !quoted.scanned.hasOddQuotes) return quoted;
  const plain = await scan({ ...text, dialect: { delimiter, quote: 'none' } }, zone);
  const { evenRows, rows } = plain.scanned;
  if (quoted instanceof Problem) {
    if (evenRows < rows) throw quoted;
    return plain;
  }
  const before = quoted.scanned;
  const isBetter = evenRows > before.evenRows && evenRows * 50 >= rows * 49;
  return isBetter || (delimiter === '\t' && evenRows === rows && rows >= before.rows) ? plain : quoted;
}

// Between commas an unclosed quote is a mistake or the end of a truncated file.
function unclosedQuoteOf(error: unknown, delimiter: string): Problem {
  const isUnclosed = error instanceof Problem && (error.code === 'quote_unclosed' || error.code === 'line_too_long');
  if (isUnclosed && (delimiter === '\t' || delimiter === '|')) return error;
  throw error;
}

// Loadable as it is: at most a header in the first line, and nothing after the rows; a single column may have lines
// that look blank.
function isLoadable({ numbered, dialect, decimalMark }: TextFile, { isOdd, end, layout }: TextScan): boolean {
  if (isOdd || end !== null || dialect.quote !== '"' || dialect.delimiter.length > 1 || decimalMark === ',')
    return false;
  return numbered || (layout.first <= 1 && layout.titles.length === 0 && layout.width > 1);
}

const sourceOf = ({ file, dialect, numbered }: TextFile, scanned: TextScan): TextSource => ({
  kind: 'csv',
  file,
  delimiter: dialect.delimiter,
  skip: scanned.layout.first,
  numbered,
  width: scanned.layout.width,
  fields: scanned.fields,
  styles: scanned.guesses.map(({ style }) => style),
  rows: scanned.rows,
  exact: scanned.exact,
});

type CopyOptions = { copy: string; end: number | null; dialect: TextDialect; decimalMark: TextFile['decimalMark'] };

/** Rewrites the rows of a text plainly: each begins with its line number, all have the same width. */
async function rewriteRows(source: TextSource, { copy, end, dialect, decimalMark }: CopyOptions): Promise<TextSource> {
  const lines = openLines(copy, 'latin1');
  let recordCount = 0;
  for await (const batch of readRecords(source.file, dialect)) {
    for (const record of batch) {
      const isRow = recordCount++ >= source.skip && (end === null || record.offset < end);
      if (!isRow || (!source.numbered && isBlankLine(record.cells))) continue;
      const cells = decimalMark === ',' ? record.cells.map(withDecimalPoint) : record.cells;
      await lines.add(lineOf({ ...record, cells }, source));
    }
  }
  await lines.close();
  return { ...source, file: copy, delimiter: ',', skip: 0, numbered: true, rows: lines.count(), exact: true };
}

function lineOf({ cells, line }: TextRecord, { numbered, width }: TextSource): string {
  const own = numbered ? cells.slice(1) : cells;
  const padded = own.length < width ? [...own, ...Array<string>(width - own.length).fill('')] : own;
  const trimmed =
    padded.at(-1) === '' ? padded.slice(0, Math.max(width, padded.findLastIndex((cell) => cell !== '') + 1)) : padded;
  return `${numbered ? cells[0] : line},${trimmed.map(quoteCell).join(',')}`;
}

/** Rewrites the rows of a source plainly. */
export async function rewriteSource(source: TextSource, copy: string): Promise<TextSource> {
  const dialect: TextDialect = { delimiter: source.delimiter, quote: '"' };
  return rewriteRows(source, { copy, end: null, dialect, decimalMark: undefined });
}
