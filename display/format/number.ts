import type { Language } from '#contract/language.ts';

const localeOf = (language: Language) => language.replace('_', '-');
const formats = new Map<string, Intl.NumberFormat>();

// Making a format is slow, and a table asks for the same one a thousand times.
function formatOf(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  formats.set(key, format);
  return format;
}

/** A number with exactly so many digits after the point; beyond what people can read, as a power of ten. */
export function formatDigits(value: number, decimals: number, language: Language): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-9))
    return formatOf(language, { notation: 'scientific', maximumFractionDigits: 2 }).format(value);
  // Below ten thousand Chinese needs no groups, and years in English are no exception worth a comma.
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatOf(language, size < 10_000 && language === 'zh_CN' ? { ...digits, useGrouping: false } : digits).format(
    value,
  );
}

type Amount = number | null | undefined;
const isNothing = (value: Amount): value is null | undefined => !Number.isFinite(value ?? Number.NaN);

/** A number in short, in the units of the language; a dash for nothing. */
export function formatShort(value: Amount, language: Language): string {
  if (isNothing(value)) return '-';
  return formatOf(language, { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}

/** A number in full; a dash for nothing. */
export function formatNumber(value: Amount, language: Language, decimals = 6): string {
  return isNothing(value) ? '-' : formatOf(language, { maximumFractionDigits: decimals }).format(value);
}

/** A share of one as percent. */
export function formatPercent(value: Amount, language: Language, decimals = 2): string {
  return isNothing(value)
    ? '-'
    : formatOf(language, { style: 'percent', maximumFractionDigits: decimals }).format(value);
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** An amount of bytes, with three digits that matter. */
export function formatBytes(bytes: Amount, language: Language): string {
  if (isNothing(bytes)) return '-';
  let power = 0;
  let value = bytes;
  while (Math.abs(value) >= 999.5 && power < byteUnits.length - 1) {
    value /= 1024;
    power += 1;
  }
  return `${formatOf(language, { maximumSignificantDigits: 3 }).format(value)} ${byteUnits[power]}`;
}

const formatSpan = (value: number, unit: 'hour' | 'minute' | 'second', language: Language) =>
  formatOf(language, { style: 'unit', unit, maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 }).format(value);

/** A time span in its two largest units; below ten seconds with a decimal. */
export function formatDuration(seconds: Amount, language: Language): string {
  if (isNothing(seconds)) return '-';
  if (Math.abs(seconds) < 59.5) return formatSpan(seconds, 'second', language);
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.trunc(whole / 3600), Math.trunc((whole % 3600) / 60)];
  const [large, small] = hours
    ? [formatSpan(hours, 'hour', language), minutes && formatSpan(Math.abs(minutes), 'minute', language)]
    : [formatSpan(minutes, 'minute', language), whole % 60 && formatSpan(Math.abs(whole % 60), 'second', language)];
  return small ? `${large} ${small}` : large;
}
