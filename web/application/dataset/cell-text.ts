import { useTranslation } from 'react-i18next';

import { exactText } from '#display/format/text.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { Language } from '#domain/language.ts';
import { formatInstant } from '#display/format/date.ts';
import { formatBytes, formatDuration, formatNumber, formatPercent } from '#display/format/number.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { useLanguage } from '#web/ui/language.ts';

type CellColumn = Pick<DatasetColumn, 'type' | 'role' | 'format' | 'unit'>;

/** A value formatted for display: numbers by their format, times in the browser's zone, a dash for null. */
export function cellText(value: unknown, column: CellColumn, language: Language): string {
  if (typeof value === 'number' && isNumeric(column)) return numberText(value, column, language);
  const text = exactText(value);
  if (column.type === 'date' && text) return datePeriodText(text, column.format);
  return column.type === 'time' ? formatInstant(text) : text || '-';
}

/** A date at the grain of its column: 2025, 2025 Q1, 2025-01. Weeks are written as their first day. */
function datePeriodText(day: string, format: CellColumn['format']): string {
  if (format === 'year') return day.slice(0, 4);
  if (format === 'month') return day.slice(0, 7);
  return format === 'quarter' ? `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}` : day;
}

/** `cellText` with translated booleans. */
export function useCellText(): (value: unknown, column: CellColumn) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (value, column) =>
    typeof value === 'boolean' && column.type === 'boolean'
      ? t(value ? 'data.yes' : 'data.no')
      : cellText(value, column, language);
}

/** A number by the format of its column. Only measures get separators: 2026 may be a year and 10086 a phone number. */
export function numberText(value: number, { role, format, unit }: CellColumn, language: Language): string {
  if (format === 'percent') return formatPercent(value, language, 4);
  if (format === 'bytes') return formatBytes(value, language);
  if (format === 'duration') return formatDuration(value, language);
  const text = role === 'measure' ? formatNumber(value, language) : String(value);
  if (!unit) return text;
  // Currency signs precede the number, other units follow it.
  return /^\p{Sc}$/u.test(unit) ? `${unit}${text}` : `${text} ${unit}`;
}
