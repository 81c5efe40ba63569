import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';

import { offsetAt } from '#contract/cells.ts';
import type { ColumnType } from '#contract/query.ts';
import type { Export } from '#engine/engine.ts';
import type { Stream } from './stream.ts';
import { valuesOf } from './values.ts';

// A cell says that it is a text, so that nothing in it is run and nothing need be put before it; with `@` it also stays
// one when someone edits it.
const formats: Partial<Record<ColumnType, string>> = {
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss',
  text: '@',
  json: '@',
};
// More digits than a cell keeps: the last ones would become zeros.
const maxDigits = 999_999_999_999_999;
const maxLength = 32_767;
// Before 1900 and beyond 9999 a cell has no date.
const hasDates = /^(19|[2-9]\d)\d\d-/;

/** A workbook; when a sheet is full the rows go on in another. Real numbers and dates, never a formula. */
export function xlsxOf({ columns, chunks }: Stream, { zone }: Export['options']): AsyncIterable<Uint8Array> {
  const defs = columns.map(({ name, type }): ColumnDef => {
    const numFmt = formats[type];
    return { header: name, width: widths[type] ?? 14, ...(numFmt && { numFmt }) };
  });
  const workbook = writeXlsxStream(rowsOf({ columns, chunks }, zone), {
    name: 'Data',
    columns: defs,
    freezePane: { rows: 1 },
    zip64: true,
  });
  return workbook as AsyncIterable<Uint8Array>;
}

const widths: Partial<Record<ColumnType, number>> = { text: 24, json: 30, date: 12, time: 20 };

async function* rowsOf({ columns, chunks }: Pick<Stream, 'columns' | 'chunks'>, zone: string) {
  for await (const chunk of chunks) {
    const values = columns.map((column, index) => {
      const write = cellFor(column.type, zone);
      return valuesOf(chunk, index, column).map((value) => (value === null ? null : write(value)));
    });
    for (let row = 0; row < chunk.rowCount; row++) yield values.map((column) => column[row]!);
  }
}

function cellFor(type: ColumnType, zone: string): (value: unknown) => CellValue {
  if (type === 'boolean' || type === 'number') return (value) => value as CellValue;
  if (type === 'integer') return (value) => (Math.abs(Number(value)) > maxDigits ? String(value) : Number(value));
  if (type === 'date') return (value) => (hasDates.test(String(value)) ? new Date(String(value)) : String(value));
  if (type === 'time') return (value) => (hasDates.test(String(value)) ? onWall(String(value), zone) : String(value));
  return (value) => String(value).slice(0, maxLength);
}

// A cell knows no zones: it shows what the clock on the wall shows.
function onWall(moment: string, zone: string): Date {
  const ms = Date.parse(moment);
  return new Date(zone === 'UTC' ? ms : ms + offsetIn(zone, ms));
}

const quarter = 900_000;
const offsets = new Map<string, number>();

// Asking the calendar is slow, and offsets change at quarters of an hour.
function offsetIn(zone: string, ms: number): number {
  const key = `${zone} ${Math.floor(ms / quarter)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = offsetAt(zone, ms);
  if (offsets.size > 100_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
