import { Problem } from '#contract/errors.ts';
import type { Note } from '#contract/imports/routes.ts';
import { adjustByContext, orderNotes } from './column-context.ts';
import { commaPolicyOf } from './decimal-marks.ts';
import { type ColumnGuesser, createColumnGuesser, type ColumnGuess, isDoubtful } from './guess-column.ts';
import { isFilled, isFooter, isTotals, type TableLayout, layoutOf } from './table-layout.ts';
import { limits, sampleBytes, previewRows, maxWholeBytes } from './limits.ts';
import { withDecimalPoint } from './decimal-comma.ts';
import { type HeaderNames, headerNamesOf } from './header-names.ts';
import {
  isBlankLine,
  type Oddities,
  readLastRecords,
  readRecords,
  type TextDialect,
  textOf,
  type TextRecord,
} from './records.ts';

/** A text to read: its dialect, and whether each record begins with its line number in the original file. */
export type TextFile = {
  file: string;
  bytes: number;
  dialect: TextDialect;
  numbered: boolean;
  /** The header row, from 1; 0 is none, undefined to detect it. */
  headerRow: number | undefined;
  decimalMark: '.' | ',' | undefined;
  dayFirst: boolean | undefined;
  /** Whether it is only the beginning of a text. */
  isTruncated: boolean;
};

/** The result of scanning a text. */
export type TextScan = {
  names: string[];
  guesses: ColumnGuess[];
  layout: TableLayout;
  /** The field of each column; columns without name and content are omitted. */
  fields: number[];
  sample: (string | null)[][];
  doubtful: [number, number][];
  notes: Note[];
  rows: number;
  exact: boolean;
  /** The offset where the rows end, if totals follow. */
  end: number | null;
  /** Whether DuckDB would read the text differently than we did. */
  isOdd: boolean;
  /** Whether quotes may be plain characters. */
  hasOddQuotes: boolean;
  /** The number of rows with exactly as many cells as there are columns. */
  evenRows: number;
};

type TextRow = { cells: string[]; line: number; offset: number };

const headRows = 200;
const tailRows = 6;

/** Scans a text, as a whole unless it is large, and guesses its columns. */
export async function scanText(text: TextFile, zone: string): Promise<TextScan> {
  const scan = await scanRows(text);
  const { layout, columns, header } = scan;
  if (scan.count === 0) throw new Problem(header ? 'file_no_rows' : 'file_empty');
  const repaired = headerNamesOf(columns.map((_, index) => header?.[index]));
  const evidence = columns.map((column) => column.markEvidence());
  const commas = text.decimalMark ? markPolicies[text.decimalMark] : commaPolicyOf(evidence, text.dialect.delimiter);
  const guesses = adjustByContext(
    columns.map((column, index) => withDayFirst(column.guess(repaired.names[index]!, commas), text.dayFirst)),
  );
  const fields = [...columns.keys()].filter((field) => guesses[field]!.filled > 0 || (header?.[field] ?? '').trim());
  const fieldGuesses = fields.map((field) => guesses[field]!);
  const sample = scan.sample.map((row) => fields.map((field) => row[field] || null));
  const names = fields.map((field) => repaired.names[field]!);
  return {
    names,
    guesses: fieldGuesses,
    layout,
    fields,
    sample,
    doubtful: doubtfulOf(sample, fieldGuesses, zone),
    notes: [
      ...notesOf(
        scan,
        columns.length - fields.length,
        header ? headerNamesOf(fields.map((field) => header[field])) : null,
      ),
      ...numberNotesOf(names, fieldGuesses),
      ...orderNotes(fieldGuesses, names),
    ],
    rows: scan.isWhole ? scan.count : Math.round((scan.count * text.bytes) / scan.bytes),
    exact: scan.isWhole && !text.isTruncated,
    end: scan.end,
    isOdd: scan.isOdd,
    evenRows: scan.evenRows,
    hasOddQuotes: scan.hasTails || (scan.hasLongCells && scan.evenRows < scan.count),
  };
}

function numberNotesOf(names: string[], guesses: ColumnGuess[]): Note[] {
  const named = (matches: (guess: ColumnGuess) => boolean) =>
    names.filter((_, index) => matches(guesses[index]!)).join(', ');
  const notes: Note[] = [
    { code: 'decimal_comma', detail: named(({ commas }) => commas === 'decimal') },
    { code: 'thousands_comma', detail: named(({ commas }) => commas === 'thousands') },
    { code: 'digits_rounded', detail: named(({ isRounded }) => isRounded) },
  ];
  return notes.filter(({ detail }) => detail !== '');
}

const markPolicies = { '.': 'point', ',': 'comma' } as const;

const withDayFirst = (guess: ColumnGuess, dayFirst: boolean | undefined): ColumnGuess =>
  dayFirst === undefined ? guess : { ...guess, isOrderUnknown: false, style: { ...guess.style, dayFirst } };

function doubtfulOf(sample: (string | null)[][], guesses: ColumnGuess[], zone: string): [number, number][] {
  return sample.flatMap((row, y) =>
    row.flatMap((cell, x) =>
      cell !== null && isDoubtful(cell, guesses[x]!, zone) ? [[y, x] as [number, number]] : [],
    ),
  );
}

type RowScan = {
  layout: TableLayout;
  header: string[] | null;
  columns: ColumnGuesser[];
  sample: string[][];
  count: number;
  bytes: number;
  isWhole: boolean;
  end: number | null;
  totals: string[];
  isOdd: boolean;
  hasTails: boolean;
  hasLongCells: boolean;
  evenRows: number;
};

function notesOf(scan: RowScan, empty: number, header: HeaderNames | null): Note[] {
  const notes: Note[] = scan.layout.titles.map((detail) => ({ code: 'title_skipped', detail }));
  if (!header) notes.push({ code: 'header_missing', detail: '' });
  if (header && header.repaired.length > 0) {
    notes.push({ code: 'header_repaired', detail: header.repaired.slice(0, 10).join(', ') });
  }
  if (header && header.shortened.length > 0) {
    notes.push({ code: 'header_shortened', detail: String(header.shortened.length) });
  }
  if (empty > 0) notes.push({ code: 'empty_columns_skipped', detail: String(empty) });
  notes.push(...scan.totals.map((detail): Note => ({ code: 'totals_skipped', detail })));
  return notes;
}

async function scanRows(text: TextFile, minWidth = 0): Promise<RowScan> {
  const head: TextRow[] = [];
  let counted: ReturnType<typeof countRows> | undefined;
  const startCount = () => {
    const cells = head.map((row) => row.cells);
    const layout = layoutOf(cells, text.headerRow);
    return countRows({ ...layout, width: Math.max(layout.width, minWidth) }, head);
  };
  const sampled = await sampleRows(text, (row) => {
    if (counted) counted.add(row);
    else if (head.push(row) === headRows) counted = startCount();
  });
  if (head.length === 0) throw new Problem('file_empty');
  counted ??= startCount();
  const { layout, wider } = counted;
  const counts = counted.end();
  const named = layout.header === null ? null : head[layout.header]!.cells;
  // Many rows that are longer than the header are intended; so is a header with unnamed cells at its end.
  const isWide = wider.count * 50 > counts.count || (wider.count > 0 && wider.width === named?.length);
  if (isWide && minWidth === 0) return scanRows(text, wider.width);
  const header = named && layout.shift === 1 ? ['', ...named] : named;
  return { ...counts, ...sampled, layout, header, isOdd: sampled.isOdd || counts.isOdd };
}

type RowSample = Pick<RowScan, 'bytes' | 'isWhole' | 'isOdd' | 'hasTails' | 'hasLongCells' | 'end' | 'totals'>;

/** Passes the rows of a text to `onRow` one by one, except for totals at its end. */
async function sampleRows(text: TextFile, onRow: (row: TextRow) => void): Promise<RowSample> {
  const oddities: Oddities = { isOdd: false };
  const pending: TextRow[] = [];
  let [bytes, count, filled, isWhole] = [0, 0, 0, true];
  for await (const batch of readRecords(text.file, text.dialect, { oddities, isTruncated: text.isTruncated })) {
    if (bytes > sampleBytes && text.bytes > maxWholeBytes) {
      isWhole = false;
      break;
    }
    for (const record of batch) {
      const row = rowOf(record, text);
      bytes = record.offset;
      if (!text.numbered && isBlankLine(row.cells)) continue;
      pending.push(row);
      if (isFilled(row.cells)) filled++;
      // Empty rows below the last one stay pending with it: totals may precede them.
      while (filled > tailRows) {
        const first = pending.shift()!;
        if (isFilled(first.cells)) filled--;
        count++;
        onRow(first);
      }
    }
  }
  const last = text.isTruncated ? [] : isWhole ? pending : await readLast(text);
  const totals = last.splice(totalsOf(last, count));
  for (const row of pending) onRow(row);
  const words = totals.flatMap(({ cells }) => cells.find((cell) => cell.trim() !== '')?.trim() ?? []);
  const { isOdd, hasTails = false, hasLongCells = false } = oddities;
  const flags = { isOdd, hasTails, hasLongCells };
  return { bytes: bytes || text.bytes, isWhole, ...flags, end: totals[0]?.offset ?? null, totals: words };
}

async function readLast(text: TextFile): Promise<TextRow[]> {
  const records = await readLastRecords(text.file, text.dialect);
  const rows = records.map((record) => rowOf(record, text)).filter(({ cells }) => !isBlankLine(cells));
  const filled = rows.flatMap(({ cells }, index) => (isFilled(cells) ? [index] : []));
  return rows.slice(filled.at(-tailRows) ?? 0);
}

function rowOf({ cells, line, offset }: TextRecord, { numbered, decimalMark }: TextFile): TextRow {
  const texts = cells.map(decimalMark === ',' ? (cell) => withDecimalPoint(textOf(cell)) : textOf);
  return numbered ? { cells: texts.slice(1), line: Number(texts[0]), offset } : { cells: texts, line, offset };
}

/**
 * The index where totals and remarks begin: they are the last rows, never the only ones, with empty rows around them.
 */
function totalsOf(tail: TextRow[], before: number): number {
  const width = Math.max(0, ...tail.map(({ cells }) => cells.length));
  const isEmpty = (index: number) => !isFilled(tail[index]!.cells);
  let cut = tail.length;
  for (let index = tail.length - 1; index >= 0 && before + index > 1; index--) {
    const { cells } = tail[index]!;
    if (isTotals(cells) || isFooter(cells, width)) cut = index;
    else if (!isEmpty(index)) break;
  }
  while (cut > 0 && cut < tail.length && isEmpty(cut - 1)) cut--;
  return cut;
}

function countRows(layout: TableLayout, head: TextRow[]) {
  if (layout.width > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
  const columns = Array.from({ length: layout.width }, createColumnGuesser);
  const sample: string[][] = [];
  const wider = { count: 0, width: layout.width };
  let [count, short, evenRows] = [0, 0, 0];
  const add = ({ cells }: TextRow) => {
    count++;
    for (let index = 0; index < columns.length; index++) columns[index]!.add(cells[index] ?? '');
    if (sample.length < previewRows) sample.push(cells);
    if (cells.length === columns.length) evenRows++;
    if (cells.length < columns.length) short++;
    else if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
      wider.count++;
      wider.width = Math.max(wider.width, cells.length);
    }
  };
  for (const row of head.slice(layout.first)) add(row);
  // Many short rows are intended; few are mistakes.
  const end = () => ({ columns, sample, count, evenRows, isOdd: short * 50 > count });
  return { add, layout, wider, end };
}
