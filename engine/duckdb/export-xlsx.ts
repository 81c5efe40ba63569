import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';

import { offsetAt } from '#domain/cells/cells.ts';
import type { ColumnType } from '#domain/query/query.ts';
import type { Export } from '#engine/engine.ts';
import type { ResultStream } from './stream.ts';
import { valuesOf } from './values.ts';

// Text cells are typed as text, so no formula in them is run and no escaping is needed; the format `@` keeps them text
// when someone edits them.
const formats: Partial<Record<ColumnType, string>> = {
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss',
  text: '@',
  json: '@',
};
// Excel keeps 15 digits; further ones would become zeros.
const maxDigits = 999_999_999_999_999;
const maxLength = 32_767;
// Excel has no dates before 1900 or after 9999.
const hasDates = /^(19|[2-9]\d)\d\d-/;

/** An XLSX workbook; rows continue on another sheet when one is full. Real numbers and dates, never a formula. */
export function xlsxOf({ columns, chunks }: ResultStream, { zone }: Export['options']): AsyncIterable<Uint8Array> {
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

async function* rowsOf({ columns, chunks }: Pick<ResultStream, 'columns' | 'chunks'>, zone: string) {
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
  if (type === 'time')
    return (value) => (hasDates.test(String(value)) ? wallTimeOf(String(value), zone) : String(value));
  return (value) => String(value).slice(0, maxLength);
}

// Cells have no time zone: they contain local time.
function wallTimeOf(moment: string, zone: string): Date {
  const ms = Date.parse(moment);
  return new Date(zone === 'UTC' ? ms : ms + offsetIn(zone, ms));
}

const quarter = 900_000;
const offsets = new Map<string, number>();

// Cached: calendar lookups are slow, and offsets change only at quarters of an hour.
function offsetIn(zone: string, ms: number): number {
  const key = `${zone} ${Math.floor(ms / quarter)}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const offset = offsetAt(zone, ms);
  if (offsets.size > 100_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
