import type { Language } from '#domain/language.ts';
import type { DatePart } from '#domain/query/query.ts';
import { monthNames, weekdayNames } from './step.ts';
import { exactText } from './text.ts';

/** An hour, ISO weekday or month: "13:00", "Tue", 「3月」. Other values are returned as text. */
export function formatDatePart(value: unknown, part: DatePart, language: Language): string {
  const number = Number(value);
  if (part === 'hour') return `${String(value).padStart(2, '0')}:00`;
  const names = part === 'weekday' ? weekdayNames(language) : monthNames(language);
  return names[part === 'weekday' ? number % 7 : number - 1] ?? exactText(value);
}
