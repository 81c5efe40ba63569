import type { Language } from '#domain/language.ts';
import { formatMoment } from '#display/format/date.ts';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

// Cache: creating a formatter takes a millisecond, and every answer needs one.
const formatters: Partial<Record<Language, Intl.RelativeTimeFormat>> = {};

/** Relative time in words, "3 minutes ago"; undefined within the last minute. */
export function agoOf(moment: string, now: number, language: Language): string | undefined {
  const seconds = (now - Date.parse(moment)) / 1000;
  const unit = units.find(([, length]) => seconds >= length);
  if (!unit) return undefined;
  formatters[language] ??= new Intl.RelativeTimeFormat(language.replace('_', '-'), { numeric: 'always' });
  return formatters[language].format(-Math.floor(seconds / unit[1]), unit[0]);
}

/** Hour and minute of a moment today, else with its date. */
export function clockOf(moment: string, now: number, zone: string): string {
  const text = formatMoment(moment, zone);
  const today = formatMoment(new Date(now).toISOString(), zone).slice(0, 'yyyy-MM-dd'.length);
  return text.startsWith(today) ? text.slice('yyyy-MM-dd '.length) : text;
}
