import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { FoundColumn, Note } from '#contract/imports.ts';
import type { InspectedTable } from '#engine/tables.ts';
import type { Archive, ArchiveEntry } from './archive.ts';
import { limits } from './limits.ts';
import type { NumberKind } from './number-formats.ts';
import type { SheetCell } from './sheet-cells.ts';
import { readSheetRows } from './sheet-rows.ts';
import { inspectText } from './text.ts';
import { damaged } from './unpack.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';
import { openLines, quoteCell } from './write.ts';

/** How our own copies of sheets are written. */
const own = { delimiter: ',', quote: '"' } as const;

type Place = { directory: string; zone: string; name: string };

/** Reads the sheets of a workbook, each a table; hidden ones are only mentioned. */
export async function inspectWorkbook(archive: Archive, place: Place): Promise<InspectedTable[]> {
  await checkParts(archive);
  try {
    return await readSheets(await readWorkbook(archive), place);
  } catch (error) {
    throw damaged(error);
  }
}

async function readSheets(workbook: Workbook, place: Place): Promise<InspectedTable[]> {
  const tables: InspectedTable[] = [];
  let hasHeader = false;
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (sheet.isHidden) continue;
    const base = path.join(place.directory, `${place.name}-sheet-${index}`);
    const table = await readSheet(workbook, sheet, { base, zone: place.zone });
    if (table === 'header') hasHeader = true;
    else if (table) tables.push(table);
  }
  if (tables.length === 0) throw new Problem(hasHeader ? 'file_no_rows' : 'file_empty');
  const hidden = workbook.sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  if (hidden.length > 0) tables[0]!.notes.push({ code: 'sheet_hidden', detail: hidden.join(', ') });
  return tables;
}

type Target = { base: string; zone: string };

/** The table of a sheet, nothing if it is empty, or the mere word that it has nothing but a header. */
async function readSheet(
  workbook: Workbook,
  sheet: Sheet,
  { base, zone }: Target,
): Promise<InspectedTable | 'header' | undefined> {
  const lines = openLines(base);
  const seen = createTally();
  for await (const { number, cells } of readSheetRows(workbook, sheet)) {
    for (const [column, cell] of cells.entries()) seen.add(column, cell);
    if (cells.some(({ text }) => text !== ''))
      await lines.add([number, ...cells.map(({ text }) => quoteCell(text))].join(','));
  }
  await lines.close();
  if (lines.count() === 0) return undefined;
  try {
    const options = { name: sheet.name, zone, copy: `${base}-rows`, options: own, encoding: null, numbered: true };
    return withFormats(await inspectText(base, options), seen);
  } catch (error) {
    if (error instanceof Problem && error.code === 'file_no_rows') return 'header';
    throw error;
  }
}

type Tally = {
  add: (column: number, cell: SheetCell) => void;
  kindOf: (column: number) => NumberKind;
  notes: () => Note[];
};

/** Counts the kinds of numbers of each column, and the cells that have no value. */
function createTally(): Tally {
  const counts: Map<string, { kind: NumberKind; count: number }>[] = [];
  const flaws = { error: 0, uncalculated: 0 };

  function add(column: number, { kind, flaw }: SheetCell): void {
    if (flaw) flaws[flaw]++;
    if (!kind) return;
    const key = kind.kind === 'currency' ? kind.unit : kind.kind;
    const own = (counts[column] ??= new Map());
    own.set(key, { kind, count: (own.get(key)?.count ?? 0) + 1 });
  }

  /** The kind that most numbers of a column have. */
  function kindOf(column: number): NumberKind {
    const own = [...(counts[column]?.values() ?? [])];
    const all = own.reduce((sum, { count }) => sum + count, 0);
    return own.find(({ count }) => count * 2 > all)?.kind ?? { kind: 'number' };
  }

  function notes(): Note[] {
    const found: Note[] = [];
    if (flaws.error > 0) found.push({ code: 'errors_emptied', detail: String(flaws.error) });
    if (flaws.uncalculated > 0) found.push({ code: 'formulas_uncalculated', detail: String(flaws.uncalculated) });
    return found;
  }

  return { add, kindOf, notes };
}

/** Numbers are what their formats show them as: shares, money, durations. */
function withFormats(table: InspectedTable, seen: Tally): InspectedTable {
  const { source } = table;
  if (source.kind !== 'csv') return table;
  const columns = table.columns.map((column, index) => formatted(column, seen.kindOf(source.fields[index]!)));
  return { ...table, columns, notes: [...table.notes, ...seen.notes()] };
}

function formatted(column: FoundColumn, shown: NumberKind): FoundColumn {
  const isNumber = column.type === 'integer' || column.type === 'number';
  if (!isNumber || shown.kind === 'number' || shown.kind === 'moment') return column;
  const unit = shown.kind === 'currency' ? shown.unit : '';
  return { ...column, type: 'number', format: shown.kind, unit };
}

const parts = /\.(?:xml|rels|vml)$/i;

/** Unpacks every part once: sizes are what they say, nothing has a document type, nothing is too large to be opened. */
async function checkParts({ entries, meter }: Archive): Promise<void> {
  for (const entry of entries.filter(({ name }) => parts.test(name))) {
    if (/styles\.xml$/i.test(entry.name)) refuseLarge(entry, limits.styles, '16 MB');
    else if (!/worksheets\//i.test(entry.name)) refuseLarge(entry, limits.strings, '256 MB');
    let last = '';
    try {
      for await (const chunk of await entry.open()) {
        meter.count((chunk as Buffer).length);
        const text = last + (chunk as Buffer).toString('latin1');
        if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Problem('file_unsafe', { detail: 'DOCTYPE' });
        last = text.slice(-10);
      }
    } catch (error) {
      throw damaged(error);
    }
  }
}

function refuseLarge({ bytes }: ArchiveEntry, most: number, limit: string): void {
  if (bytes > most) throw new Problem('expands_too_large', { limit });
}
