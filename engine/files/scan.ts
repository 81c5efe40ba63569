import { Problem } from '#contract/errors.ts';
import type { Note } from '#contract/imports.ts';
import { inContext, orderNotes } from './context.ts';
import { commaPolicyOf } from './decimal-marks.ts';
import { type Column, createColumn, type Guess, isDoubtful } from './guess.ts';
import { isFilled, isFooter, isTotals, type Layout, layoutOf } from './layout.ts';
import { limits, sampleBytes, shownRows, wholeBytes } from './limits.ts';
import { withPoint } from './decimal-comma.ts';
import { type Names, namesOf } from './names.ts';
import {
  isBlankLine,
  type Oddities,
  readLastRecords,
  readRecords,
  type TextDialect,
  textOf,
  type TextRecord,
} from './records.ts';

/** A text as it is read: how it is cut, and whether each record begins with its line in the file. */
export type TextFile = {
  file: string;
  bytes: number;
  dialect: TextDialect;
  numbered: boolean;
  /** Which row is the header, from 1; 0 is none, undefined if it is to be found. */
  headerRow: number | undefined;
  decimalMark: '.' | ',' | undefined;
  dayFirst: boolean | undefined;
};

/** What a text turned out to hold. */
export type Scanned = {
  names: string[];
  guesses: Guess[];
  layout: Layout;
  /** Which field each column is; those without name and content are left out. */
  fields: number[];
  sample: (string | null)[][];
  doubtful: [number, number][];
  notes: Note[];
  rows: number;
  exact: boolean;
  /** Where the rows end, if totals follow. */
  end: number | null;
  /** Whether DuckDB would read the text otherwise than we did. */
  isOdd: boolean;
  /** Whether quotes may be mere characters. */
  hasOddQuotes: boolean;
  /** How many rows have exactly as many cells as there are columns. */
  even: number;
};

type Row = { cells: string[]; line: number; offset: number };

const headRows = 200;
const tailRows = 6;

/** Reads a text, the whole of it if it is not too large, and understands its columns. */
export async function scanText(text: TextFile, zone: string): Promise<Scanned> {
  const seen = await seeRows(text);
  const { layout, columns, header } = seen;
  if (seen.count === 0) throw new Problem(header ? 'file_no_rows' : 'file_empty');
  const repaired = namesOf(columns.map((_, index) => header?.[index]));
  const evidence = columns.map((column) => column.markEvidence());
  const commas = text.decimalMark ? markPolicies[text.decimalMark] : commaPolicyOf(evidence, text.dialect.delimiter);
  const guesses = inContext(
    columns.map((column, index) => inOrder(column.guess(repaired.names[index]!, commas), text.dayFirst)),
  );
  const fields = [...columns.keys()].filter((field) => guesses[field]!.filled > 0 || (header?.[field] ?? '').trim());
  const kept = fields.map((field) => guesses[field]!);
  const sample = seen.sample.map((row) => fields.map((field) => row[field] || null));
  const names = fields.map((field) => repaired.names[field]!);
  return {
    names,
    guesses: kept,
    layout,
    fields,
    sample,
    doubtful: doubtfulOf(sample, kept, zone),
    notes: [
      ...notesOf(seen, columns.length - fields.length, header ? namesOf(fields.map((field) => header[field])) : null),
      ...numberNotesOf(names, kept),
      ...orderNotes(kept, names),
    ],
    rows: seen.isWhole ? seen.count : Math.round((seen.count * text.bytes) / seen.bytes),
    exact: seen.isWhole,
    end: seen.end,
    isOdd: seen.isOdd,
    even: seen.even,
    hasOddQuotes: seen.hasTails || (seen.hasLongCells && seen.even < seen.count),
  };
}

function numberNotesOf(names: string[], guesses: Guess[]): Note[] {
  const named = (isMeant: (guess: Guess) => boolean) => names.filter((_, index) => isMeant(guesses[index]!)).join(', ');
  const notes: Note[] = [
    { code: 'decimal_comma', detail: named(({ commas }) => commas === 'decimal') },
    { code: 'thousands_comma', detail: named(({ commas }) => commas === 'thousands') },
    { code: 'digits_rounded', detail: named(({ isRounded }) => isRounded) },
  ];
  return notes.filter(({ detail }) => detail !== '');
}

const markPolicies = { '.': 'point', ',': 'comma' } as const;

const inOrder = (guess: Guess, dayFirst: boolean | undefined): Guess =>
  dayFirst === undefined ? guess : { ...guess, isOrderUnknown: false, style: { ...guess.style, dayFirst } };

function doubtfulOf(sample: (string | null)[][], guesses: Guess[], zone: string): [number, number][] {
  return sample.flatMap((row, y) =>
    row.flatMap((cell, x) =>
      cell !== null && isDoubtful(cell, guesses[x]!, zone) ? [[y, x] as [number, number]] : [],
    ),
  );
}

type Seen = {
  layout: Layout;
  header: string[] | null;
  columns: Column[];
  sample: string[][];
  count: number;
  bytes: number;
  isWhole: boolean;
  end: number | null;
  totals: string[];
  isOdd: boolean;
  hasTails: boolean;
  hasLongCells: boolean;
  even: number;
};

function notesOf(seen: Seen, empty: number, header: Names | null): Note[] {
  const notes: Note[] = seen.layout.titles.map((detail) => ({ code: 'title_skipped', detail }));
  if (!header) notes.push({ code: 'header_missing', detail: '' });
  if (header && header.repaired.length > 0) {
    notes.push({ code: 'header_repaired', detail: header.repaired.slice(0, 10).join(', ') });
  }
  if (header && header.shortened.length > 0) {
    notes.push({ code: 'header_shortened', detail: String(header.shortened.length) });
  }
  if (empty > 0) notes.push({ code: 'empty_columns_skipped', detail: String(empty) });
  notes.push(...seen.totals.map((detail): Note => ({ code: 'totals_skipped', detail })));
  return notes;
}

async function seeRows(text: TextFile, minWidth = 0): Promise<Seen> {
  const head: Row[] = [];
  let counted: ReturnType<typeof countRows> | undefined;
  const begin = () => {
    const cells = head.map((row) => row.cells);
    const layout = layoutOf(cells, text.headerRow);
    return countRows({ ...layout, width: Math.max(layout.width, minWidth) }, head);
  };
  const sampled = await sampleRows(text, (row) => {
    if (counted) counted.add(row);
    else if (head.push(row) === headRows) counted = begin();
  });
  if (head.length === 0) throw new Problem('file_empty');
  counted ??= begin();
  const { layout, wider } = counted;
  const seen = counted.end();
  const named = layout.header === null ? null : head[layout.header]!.cells;
  // Many rows that are longer than the header are how the file is written, too; so is a header that ends unnamed.
  const isWide = wider.count * 50 > seen.count || (wider.count > 0 && wider.width === named?.length);
  if (isWide && minWidth === 0) return seeRows(text, wider.width);
  const header = named && layout.shift === 1 ? ['', ...named] : named;
  return { ...seen, ...sampled, layout, header, isOdd: sampled.isOdd || seen.isOdd };
}

type Sampled = Pick<Seen, 'bytes' | 'isWhole' | 'isOdd' | 'hasTails' | 'hasLongCells' | 'end' | 'totals'>;

/** Shows the rows of a text one by one, except for totals at its end. */
async function sampleRows(text: TextFile, show: (row: Row) => void): Promise<Sampled> {
  const oddities: Oddities = { isOdd: false };
  const waiting: Row[] = [];
  let [bytes, count, filled, isWhole] = [0, 0, 0, true];
  for await (const batch of readRecords(text.file, text.dialect, oddities)) {
    if (bytes > sampleBytes && text.bytes > wholeBytes) {
      isWhole = false;
      break;
    }
    for (const record of batch) {
      const row = rowOf(record, text);
      bytes = record.offset;
      if (!text.numbered && isBlankLine(row.cells)) continue;
      waiting.push(row);
      if (isFilled(row.cells)) filled++;
      // Empty rows below the last one wait with it: totals may stand above them.
      while (filled > tailRows) {
        const first = waiting.shift()!;
        if (isFilled(first.cells)) filled--;
        count++;
        show(first);
      }
    }
  }
  const last = isWhole ? waiting : await readLast(text);
  const totals = last.splice(totalsOf(last, count));
  for (const row of waiting) show(row);
  const words = totals.flatMap(({ cells }) => cells.find((cell) => cell.trim() !== '')?.trim() ?? []);
  const { isOdd, hasTails = false, hasLongCells = false } = oddities;
  const found = { isOdd, hasTails, hasLongCells };
  return { bytes: bytes || text.bytes, isWhole, ...found, end: totals[0]?.offset ?? null, totals: words };
}

async function readLast(text: TextFile): Promise<Row[]> {
  const records = await readLastRecords(text.file, text.dialect);
  const rows = records.map((record) => rowOf(record, text)).filter(({ cells }) => !isBlankLine(cells));
  const filled = rows.flatMap(({ cells }, index) => (isFilled(cells) ? [index] : []));
  return rows.slice(filled.at(-tailRows) ?? 0);
}

function rowOf({ cells, line, offset }: TextRecord, { numbered, decimalMark }: TextFile): Row {
  const texts = cells.map(decimalMark === ',' ? (cell) => withPoint(textOf(cell)) : textOf);
  return numbered ? { cells: texts.slice(1), line: Number(texts[0]), offset } : { cells: texts, line, offset };
}

/** Where totals and remarks begin: they are the last rows, never the only ones, with empty rows around them. */
function totalsOf(tail: Row[], before: number): number {
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

function countRows(layout: Layout, head: Row[]) {
  if (layout.width > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
  const columns = Array.from({ length: layout.width }, createColumn);
  const sample: string[][] = [];
  const wider = { count: 0, width: layout.width };
  let [count, short, even] = [0, 0, 0];
  const add = ({ cells }: Row) => {
    count++;
    for (let index = 0; index < columns.length; index++) columns[index]!.see(cells[index] ?? '');
    if (sample.length < shownRows) sample.push(cells);
    if (cells.length === columns.length) even++;
    if (cells.length < columns.length) short++;
    else if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
      wider.count++;
      wider.width = Math.max(wider.width, cells.length);
    }
  };
  for (const row of head.slice(layout.first)) add(row);
  // Many short rows are how the file is written; few are mistakes.
  const end = () => ({ columns, sample, count, even, isOdd: short * 50 > count });
  return { add, layout, wider, end };
}
