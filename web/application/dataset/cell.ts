import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';
import { formatInstant } from '#display/format/date.ts';
import { formatBytes, formatDuration, formatNumber, formatPercent } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';

type Shape = Pick<DatasetColumn, 'type' | 'role' | 'format' | 'unit'>;

export const isNumeric = ({ type }: Pick<Shape, 'type'>): boolean => type === 'integer' || type === 'number';

/** A value as people read it: numbers by their format, moments in the zone of the browser, a dash for nothing. */
export function cellText(value: unknown, column: Shape, language: Language): string {
  if (typeof value === 'number' && isNumeric(column)) return numberText(value, column, language);
  const text = plainText(value);
  if (column.type === 'date' && text) return stepText(text, column.format);
  return column.type === 'time' ? formatInstant(text) : text || '-';
}

/** The step that a date stands for: 2025, 2025 Q1, 2025-01. Weeks go by their first day. */
function stepText(day: string, format: Shape['format']): string {
  if (format === 'year') return day.slice(0, 4);
  if (format === 'month') return day.slice(0, 7);
  return format === 'quarter' ? `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}` : day;
}

/** Writes values as people read them, yes and no included. */
export function useCellText(): (value: unknown, column: Shape) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (value, column) =>
    typeof value === 'boolean' && column.type === 'boolean'
      ? t(value ? 'data.yes' : 'data.no')
      : cellText(value, column, language);
}

/** A value as it is, whole; nothing for nothing. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number by the format of its column. Only measures are grouped: 2026 may be a year and 10086 a number to dial. */
export function numberText(value: number, { role, format, unit }: Shape, language: Language): string {
  if (format === 'percent') return formatPercent(value, language, 4);
  if (format === 'bytes') return formatBytes(value, language);
  if (format === 'duration') return formatDuration(value, language);
  const text = role === 'measure' ? formatNumber(value, language) : String(value);
  if (!unit) return text;
  // Signs of money stand before the figure, words and other units behind it.
  return /^\p{Sc}$/u.test(unit) ? `${unit}${text}` : `${text} ${unit}`;
}
