import type { Language } from '#domain/language.ts';

const localeOf = (language: Language) => language.replace('_', '-');
const formats = new Map<string, Intl.NumberFormat>();

// Cached: creating a format is slow, and a table uses the same one a thousand times.
function cachedFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  formats.set(key, format);
  return format;
}

/** A number with a fixed number of decimals; in scientific notation if very large or small. */
export function formatDigits(value: number, decimals: number, language: Language): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-9))
    return cachedFormat(language, { notation: 'scientific', maximumFractionDigits: 2 }).format(value);
  // Chinese does not group digits below ten thousand.
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return cachedFormat(
    language,
    size < 10_000 && language === 'zh_CN' ? { ...digits, useGrouping: false } : digits,
  ).format(value);
}

type OptionalNumber = number | null | undefined;
const isMissing = (value: OptionalNumber): value is null | undefined => !Number.isFinite(value ?? Number.NaN);

/** A number in compact notation of the language; a dash if empty. */
export function formatShort(value: OptionalNumber, language: Language): string {
  if (isMissing(value)) return '-';
  return cachedFormat(language, { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}

/** A number in full; a dash if empty. */
export function formatNumber(value: OptionalNumber, language: Language, decimals = 6): string {
  return isMissing(value) ? '-' : cachedFormat(language, { maximumFractionDigits: decimals }).format(value);
}

/** A fraction as percent. */
export function formatPercent(value: OptionalNumber, language: Language, decimals = 2): string {
  return isMissing(value)
    ? '-'
    : cachedFormat(language, { style: 'percent', maximumFractionDigits: decimals }).format(value);
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** A byte size with three significant digits. */
export function formatBytes(bytes: OptionalNumber, language: Language): string {
  if (isMissing(bytes)) return '-';
  let power = 0;
  let value = bytes;
  while (Math.abs(value) >= 999.5 && power < byteUnits.length - 1) {
    value /= 1024;
    power += 1;
  }
  return `${cachedFormat(language, { maximumSignificantDigits: 3 }).format(value)} ${byteUnits[power]}`;
}

const formatUnit = (value: number, unit: 'hour' | 'minute' | 'second', language: Language) =>
  cachedFormat(language, { style: 'unit', unit, maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 }).format(value);

/** A duration in its two largest units; below ten seconds with a decimal. */
export function formatDuration(seconds: OptionalNumber, language: Language): string {
  if (isMissing(seconds)) return '-';
  if (Math.abs(seconds) < 59.5) return formatUnit(seconds, 'second', language);
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.trunc(whole / 3600), Math.trunc((whole % 3600) / 60)];
  const [large, small] = hours
    ? [formatUnit(hours, 'hour', language), minutes && formatUnit(Math.abs(minutes), 'minute', language)]
    : [formatUnit(minutes, 'minute', language), whole % 60 && formatUnit(Math.abs(whole % 60), 'second', language)];
  return small ? `${large} ${small}` : large;
}
