import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EncryptedFileError } from 'hucre';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';

import { Problem } from '#contract/errors.ts';
import type { InspectedTable } from '#engine/tables.ts';
import type { Archive, ArchiveEntry } from './archive.ts';
import { limits } from './limits.ts';
import { formatsOf, type SheetFormats, shownAs } from './sheet-formats.ts';
import { inspectText } from './text.ts';
import { damaged } from './unpack.ts';
import { openLines, quoteCell } from './write.ts';

// Formats are read with the whole sheet in memory.
const formatted = 16 * 1024 * 1024;

type Place = { directory: string; zone: string; name: string };
type Sheet = { name: string; index: number; hidden?: boolean; veryHidden?: boolean };
type Cell = string | number | boolean | Date | null | undefined | object;

export const isWorkbook = ({ entries }: Archive) => entries.some(({ name }) => name === 'xl/workbook.xml');

/** Reads the sheets of a workbook, each a table; hidden ones are only mentioned. */
export async function inspectWorkbook(file: string, archive: Archive, place: Place): Promise<InspectedTable[]> {
  await checkParts(archive);
  if ((await stat(file)).size > limits.workbook) throw new Problem('file_too_large', { limit: '512 MB' });
  try {
    return await readSheets(await readFile(file), place);
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new Problem('file_encrypted', {}, { cause: error });
    throw damaged(error);
  }
}

async function readSheets(book: Uint8Array, place: Place): Promise<InspectedTable[]> {
  const sheets: Sheet[] = [];
  await readXlsx(book, { sheets: (sheet) => sheets.push(sheet) < 0 });
  const isHidden = (sheet: Sheet) => Boolean(sheet.hidden ?? sheet.veryHidden);
  const tables: InspectedTable[] = [];
  for (const sheet of sheets.filter((each) => !isHidden(each))) {
    const table = await readSheet(book, sheet, place);
    if (table) tables.push(table);
  }
  if (tables.length === 0) throw new Problem('file_empty');
  tables[0]!.notes.push(
    ...sheets.filter(isHidden).map(({ name }) => ({ code: 'sheet_hidden' as const, detail: name })),
  );
  return tables;
}

async function readSheet(book: Uint8Array, { name, index }: Sheet, place: Place): Promise<InspectedTable | undefined> {
  const base = path.join(place.directory, `${place.name}-sheet-${index}`);
  const lines = openLines(base);
  const formats: SheetFormats = book.length > formatted ? new Map() : await formatsOf(book, index);
  for await (const row of streamXlsxRows(book, { sheet: index })) {
    const cells = row.values.map((cell, column) => textOfCell(cell, formats.get(column)));
    if (cells.length > limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
    if (cells.some((cell) => cell !== '')) await lines.add([row.index + 1, ...cells.map(quoteCell)].join(','));
  }
  await lines.close();
  if (lines.count() === 0) return undefined;
  try {
    const options = { name, zone: place.zone, copy: `${base}-rows`, delimiter: ',', numbered: true };
    return await inspectText(base, options);
  } catch (error) {
    // A sheet with nothing but a header is like an empty one.
    if (error instanceof Problem && error.code === 'file_no_rows') return undefined;
    throw error;
  }
}

function textOfCell(cell: Cell, format: Parameters<typeof shownAs>[1]): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return shownAs(cell, format);
  if (cell instanceof Date) return textOfDate(cell);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

// A day has no time, and a time alone lies before the first day of the calendar.
function textOfDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day, time] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T');
  if (date.getUTCFullYear() < 1900) return time!;
  return time === '00:00:00' ? day! : `${day} ${time}`;
}

const parts = /\.(?:xml|rels|vml)$/i;

/** Unpacks every part once: sizes are what they say, nothing has a document type, nothing is too large to be opened. */
async function checkParts({ entries, meter }: Archive): Promise<void> {
  for (const entry of entries.filter(({ name }) => parts.test(name))) {
    if (/styles\.xml$/i.test(entry.name)) refuseLarge(entry, limits.styles, '16 MB');
    else if (!/worksheets\//.test(entry.name)) refuseLarge(entry, limits.strings, '256 MB');
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
