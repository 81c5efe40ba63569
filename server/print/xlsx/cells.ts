import type { CellValue } from 'hucre/xlsx';

import { offsetAt } from '#domain/cells/cells.ts';
import type { NumberStyle } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import type { Grain } from '#domain/query/query.ts';
import { amountOf } from '#display/format/amount.ts';
import { labelIn, styleOf } from '#display/format/cell.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { affixOf } from '#display/format/money.ts';
import type { Field, Look } from '#display/frame.ts';
import { exactText } from '#display/format/text.ts';
import type { GridColumn } from '../grid.ts';
import { stripInvalidXml } from '../xml-text.ts';

// Excel stores 15 significant digits; further ones would become zeros.
const maxDigits = 999_999_999_999_999;
const maxLength = 32_767;
// Excel has no dates before 1900 and after 9999.
const hasExcelDate = /^(19|[2-9]\d)\d\d-/;

/** The content of a text cell; typed as text, it is never evaluated as a formula. */
export const textCell = (text: string): string => stripInvalidXml(text.slice(0, maxLength));

// Cells have no time zone: they hold local time.
function momentCell(value: unknown, zone: string): CellValue {
  const text = String(value);
  if (!hasExcelDate.test(text)) return textCell(text);
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) return textCell(text);
  return new Date(text.length <= 10 ? moment : moment + offsetAt(zone, moment));
}

/** A value as a cell: numbers and dates keep their type, all else is text. */
export function cellOf(value: unknown, { field }: GridColumn, { zone, language }: Look): CellValue {
  if (value === null || value === undefined) return null;
  const label = field ? labelIn(field, value) : undefined;
  if (label !== undefined) return textCell(label);
  const datePart = field?.role === 'dimension' ? field.datePart : undefined;
  if (datePart) return formatDatePart(value, datePart.part, language);
  if (typeof value === 'boolean') return language === 'zh_CN' ? (value ? '是' : '否') : value ? 'Yes' : 'No';
  if (field?.type === 'date' || field?.type === 'time') return momentCell(value, zone);
  if (field?.type !== 'integer' && field?.type !== 'number') return textCell(exactText(value));
  const amount = amountOf(value);
  return amount === null || Math.abs(amount) > maxDigits ? textCell(exactText(value)) : amount;
}

const dateFormats: Partial<Record<Grain['unit'], string>> = {
  minute: 'yyyy-mm-dd hh:mm',
  hour: 'yyyy-mm-dd hh:mm',
  month: 'yyyy-mm',
  year: 'yyyy',
};

/** The number format of a column; undefined leaves it to Excel. */
export function formatOf({ field, values }: GridColumn, language: Language, own?: NumberStyle): string | undefined {
  if (!field) return '@';
  if (field.type === 'date' || field.type === 'time') return dateFormat(field);
  if (field.type !== 'integer' && field.type !== 'number') return '@';
  const isPercent = field.role === 'measure' && field.part === 'percent';
  // Numeric dimensions may be years or codes, so they get no number format.
  if (field.role === 'dimension') return (field.datePart ?? field.labels) ? '@' : undefined;
  return numberFormat((!isPercent && own) || styleOf(field), values, language);
}

function dateFormat(field: Field): string {
  const grain = field.role === 'dimension' ? field.grain : null;
  if (grain) return dateFormats[grain.unit] ?? 'yyyy-mm-dd';
  return field.type === 'time' ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd';
}

const quoted = (text: string) => (text ? `"${text.replaceAll('"', '')}"` : '');

function numberFormat(style: NumberStyle, values: unknown[], language: Language): string {
  const { format, decimals } = style;
  if (format === 'percent') return `0.${'0'.repeat(decimals ?? 2)}%`.replace('.%', '%');
  const isWhole = values.every((value) => Number.isInteger(amountOf(value) ?? 0));
  const places = decimals ?? (isWhole ? 0 : 2);
  const digits = places > 0 ? `#,##0.${'0'.repeat(places)}` : '#,##0';
  if (format === 'bytes' || format === 'duration') return digits;
  const { before, behind } = affixOf(style, language);
  return `${quoted(before)}${digits}${quoted(behind)}`;
}
