import path from 'node:path';

import { Problem } from '#contract/errors.ts';
import type { DetectedColumn, Note } from '#contract/imports/routes.ts';
import type { InspectedTable } from '#engine/tables.ts';
import type { Archive, ArchiveEntry } from './archive.ts';
import { limits } from './limits.ts';
import type { NumberFormatKind } from './number-formats.ts';
import { marks, type SheetRow } from './row-buffer.ts';
import { MissingString } from './sheet-cells.ts';
import { readSheetLines } from './sheet-rows.ts';
import { inspectText } from './inspect-text.ts';
import { damagedProblemOf, type Meter } from './unpack.ts';
import { readWorkbook, type WorkbookSheet, type Workbook } from './workbook.ts';
import { openLines } from './write-lines.ts';

/** The dialect of our own copies of sheets. */
const copyDialect = { delimiter: ',', quote: '"' } as const;

/** With `minRows` a sheet may end before its first missing string, once it has that many rows. */
type WorkbookTarget = { directory: string; zone: string; name: string; minRows?: number };

/** Inspects the sheets of a workbook, each as a table; hidden ones are only noted. */
export async function inspectWorkbook(archive: Archive, target: WorkbookTarget): Promise<InspectedTable[]> {
  await checkParts(archive);
  try {
    return await readSheets(await readWorkbook(archive), target, archive.meter);
  } catch (error) {
    if (error instanceof MissingString) throw error;
    throw damagedProblemOf(error);
  }
}

async function readSheets(workbook: Workbook, target: WorkbookTarget, meter: Meter): Promise<InspectedTable[]> {
  const tables: InspectedTable[] = [];
  let hasHeader = false;
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (sheet.isHidden) continue;
    const base = path.join(target.directory, `${target.name}-sheet-${index}`);
    const table = await readSheet(workbook, sheet, { ...target, base, meter });
    if (table === 'header') hasHeader = true;
    else if (table) tables.push(table);
  }
  if (tables.length === 0) throw new Problem(hasHeader ? 'file_no_rows' : 'file_empty');
  const hidden = workbook.sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  if (hidden.length > 0) tables[0]!.notes.push({ code: 'sheet_hidden', detail: hidden.join(', ') });
  return tables;
}

type SheetTarget = WorkbookTarget & { base: string; meter: Meter };

/** The table of a sheet, undefined if it is empty, or 'header' if it has nothing but a header. */
async function readSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  { base, zone, meter, minRows = Infinity }: SheetTarget,
): Promise<InspectedTable | 'header' | undefined> {
  const lines = openLines(base);
  const tally = createTally(workbook.kinds);
  try {
    const onRow = (row: SheetRow) => tally.add(row);
    for await (const { bytes, count } of readSheetLines(workbook, sheet, { meter, onRow })) {
      await lines.addBytes(bytes, count);
    }
  } catch (error) {
    if (!(error instanceof MissingString) || lines.count() < minRows) throw error;
  } finally {
    await lines.close();
  }
  if (lines.count() === 0) return undefined;
  try {
    const options = {
      name: sheet.name,
      zone,
      copy: `${base}-rows`,
      options: copyDialect,
      encoding: null,
      numbered: true,
      isTruncated: !sheet.entry.isWhole || !workbook.hasAllStrings,
    };
    return withFormats(await inspectText(base, options), tally);
  } catch (error) {
    if (error instanceof Problem && error.code === 'file_no_rows') return 'header';
    throw error;
  }
}

type KindTally = {
  add: (row: SheetRow) => void;
  kindOf: (column: number) => NumberFormatKind;
  notes: () => Note[];
};

/** Counts the number kinds of each column, and the cells without a value. */
function createTally(kinds: NumberFormatKind[]): KindTally {
  /** How many numbers of each column have each mark. */
  const counts: Map<number, number>[] = [];
  // Most columns have one style: the last mark of a column is counted apart.
  const lastMarks: number[] = [];
  const lastCounts: number[] = [];
  const flaws = { error: 0, uncalculated: 0 };

  function add(row: SheetRow): void {
    const length = row.length();
    for (let column = 0; column < length; column++) {
      const mark = row.markAt(column);
      if (mark === marks.none) continue;
      if (mark === marks.error) flaws.error++;
      else if (mark === marks.uncalculated) flaws.uncalculated++;
      else if (mark === lastMarks[column]) lastCounts[column]!++;
      else {
        storeLast(column);
        lastMarks[column] = mark;
        lastCounts[column] = 1;
      }
    }
  }

  function storeLast(column: number): void {
    const columnCounts = (counts[column] ??= new Map<number, number>());
    const mark = lastMarks[column];
    if (mark !== undefined) columnCounts.set(mark, (columnCounts.get(mark) ?? 0) + lastCounts[column]!);
    lastCounts[column] = 0;
  }

  /** The kind that most numbers of a column have. */
  function kindOf(column: number): NumberFormatKind {
    storeLast(column);
    const own = [...counts[column]!].map(([mark, count]) => [kinds[mark - 1] ?? plain, count] as const);
    const countOf = (list: typeof own) => list.reduce((sum, [, count]) => sum + count, 0);
    // Several styles may have the same kind.
    const sameAs = (kind: NumberFormatKind) => own.filter(([each]) => isSameKind(each, kind));
    return own.find(([kind]) => countOf(sameAs(kind)) * 2 > countOf(own))?.[0] ?? plain;
  }

  function notes(): Note[] {
    const list: Note[] = [];
    if (flaws.error > 0) list.push({ code: 'errors_emptied', detail: String(flaws.error) });
    if (flaws.uncalculated > 0) list.push({ code: 'formulas_uncalculated', detail: String(flaws.uncalculated) });
    return list;
  }

  return { add, kindOf, notes };
}

const plain: NumberFormatKind = { kind: 'number' };

const isSameKind = (one: NumberFormatKind, other: NumberFormatKind) =>
  one.kind === 'currency' ? other.kind === 'currency' && one.unit === other.unit : one.kind === other.kind;

/** Applies the number formats: percent, currency, duration. */
function withFormats(table: InspectedTable, tally: KindTally): InspectedTable {
  const { source } = table;
  if (source.kind !== 'csv') return table;
  const columns = table.columns.map((column, index) => withFormat(column, tally.kindOf(source.fields[index]!)));
  return { ...table, columns, notes: [...table.notes, ...tally.notes()] };
}

function withFormat(column: DetectedColumn, formatKind: NumberFormatKind): DetectedColumn {
  const isNumber = column.type === 'integer' || column.type === 'number';
  if (!isNumber || formatKind.kind === 'number' || formatKind.kind === 'moment') return column;
  const unit = formatKind.kind === 'currency' ? formatKind.unit : '';
  return { ...column, type: 'number', format: formatKind.kind, unit };
}

const partName = /\.(?:xml|rels|vml)$/i;

/**
 * Unpacks every part but the sheets once to check that declared sizes are true, that there is no document type, and
 * that no part is too large. Sheets are checked while they are read.
 */
async function checkParts({ entries, meter }: Archive): Promise<void> {
  for (const entry of entries.filter(({ name }) => partName.test(name) && !/worksheets\/[^/]*$/i.test(name))) {
    if (/styles\.xml$/i.test(entry.name)) rejectLarge(entry, limits.styles, '16 MB');
    else rejectLarge(entry, limits.strings, '256 MB');
    let last = '';
    try {
      for await (const chunk of await entry.open()) {
        meter.count((chunk as Buffer).length);
        const text = last + (chunk as Buffer).toString('latin1');
        if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Problem('file_unsafe', { detail: 'DOCTYPE' });
        last = text.slice(-10);
      }
    } catch (error) {
      throw damagedProblemOf(error);
    }
  }
}

function rejectLarge({ bytes }: ArchiveEntry, maxBytes: number, limit: string): void {
  if (bytes > maxBytes) throw new Problem('expands_too_large', { limit });
}
