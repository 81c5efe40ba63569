import { stat } from 'node:fs/promises';

import type { InspectedTable, TextSource } from '#engine/tables.ts';
import { delimiterOf } from './delimiter.ts';
import { readHead } from './encoding.ts';
import { isBlankLine, readRecords, type TextRecord } from './records.ts';
import { type Scanned, scanText, type TextFile } from './scan.ts';
import { openLines, quoteCell } from './write.ts';

export type TextOptions = {
  name: string;
  zone: string;
  copy: string;
  delimiter?: string;
  numbered?: boolean;
  hasHeader?: boolean;
};

/** Understands a delimited text in UTF-8. What DuckDB would read otherwise is written again, each row with its line. */
export async function inspectText(file: string, options: TextOptions): Promise<InspectedTable> {
  const { name, zone, copy, numbered = false, hasHeader = false } = options;
  const delimiter = options.delimiter ?? delimiterOf((await readHead(file)).toString('latin1'));
  const text: TextFile = { file, bytes: (await stat(file)).size, delimiter, numbered, hasHeader };
  const scanned = await scanText(text, zone);
  const source = isStraight(text, scanned)
    ? sourceOf(text, scanned)
    : await writeRows(sourceOf(text, scanned), { copy, end: scanned.end });
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
    sample: scanned.sample,
    doubtful: scanned.doubtful,
    notes: scanned.notes,
    source,
  };
}

// A header in the first line, or none, and nothing after the rows; a single column may have lines that look blank.
function isStraight({ numbered }: TextFile, { isOdd, end, layout }: Scanned): boolean {
  return !isOdd && end === null && (numbered || (layout.first <= 1 && layout.titles.length === 0 && layout.width > 1));
}

const sourceOf = ({ file, delimiter, numbered }: TextFile, scanned: Scanned): TextSource => ({
  kind: 'csv',
  file,
  delimiter,
  skip: scanned.layout.first,
  numbered,
  width: scanned.layout.width,
  fields: scanned.fields,
  styles: scanned.guesses.map(({ style }) => style),
  rows: scanned.rows,
  exact: scanned.exact,
});

/** Writes the rows of a text again, plainly: each begins with its line, all have the same width. */
async function writeRows(source: TextSource, { copy, end }: { copy: string; end: number | null }): Promise<TextSource> {
  const lines = openLines(copy, 'latin1');
  let seen = 0;
  for await (const batch of readRecords(source.file, source.delimiter)) {
    for (const record of batch) {
      const isRow = seen++ >= source.skip && (end === null || record.offset < end);
      if (isRow && (source.numbered || !isBlankLine(record.cells))) await lines.add(lineOf(record, source));
    }
  }
  await lines.close();
  return { ...source, file: copy, delimiter: ',', skip: 0, numbered: true, rows: lines.count(), exact: true };
}

function lineOf({ cells, line }: TextRecord, { numbered, width }: TextSource): string {
  const own = numbered ? cells.slice(1) : cells;
  const padded = own.length < width ? [...own, ...Array<string>(width - own.length).fill('')] : own;
  const shown =
    padded.at(-1) === '' ? padded.slice(0, Math.max(width, padded.findLastIndex((cell) => cell !== '') + 1)) : padded;
  return `${numbered ? cells[0] : line},${shown.map(quoteCell).join(',')}`;
}

/** Writes what a source shows again, plainly. */
export async function rewriteSource(source: TextSource, copy: string): Promise<TextSource> {
  return writeRows(source, { copy, end: null });
}
