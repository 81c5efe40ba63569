const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const isDate = (year: number, month: number, date: number) =>
  year >= 1 &&
  month >= 1 &&
  month <= 12 &&
  date >= 1 &&
  date <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Whether a text is a date, such as 2026-02-28. */
export function isDay(text: string): boolean {
  if (text.length !== 10) return false;
  const match = day.exec(text);
  return match !== null && isDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

// Fast path for the most common format of instants; parsing it would be several times slower.
const commonFormat = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

// Date.parse moves an invalid day of a month to the next month.
const isCommonFormat = (text: string) =>
  commonFormat.test(text) && new Date(Date.parse(text)).getUTCDate() === Number(text.slice(8, 10));

/** An ISO 8601 time as DuckDB reads it, in UTC if it has no zone. Undefined for other texts. */
export function timestampOf(text: string): string | undefined {
  if (text.length < 16 || text.length > 40) return undefined;
  if (isCommonFormat(text)) return text;
  const match = isoTime.exec(text);
  if (!match) return undefined;
  const [, year, month, date, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  if (!isDate(Number(year), Number(month), Number(date))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zoneOf(zone);
  if (offset === undefined) return undefined;
  return `${year}-${month}-${date} ${hour}:${minute}:${second}${fraction && `.${fraction.slice(0, 6)}`}${offset}`;
}

function zoneOf(zone: string): string | undefined {
  if (/^z$/i.test(zone)) return '+00:00';
  const hours = zone.slice(0, 3);
  const minutes = zone.slice(3).replace(':', '') || '00';
  return Number(hours.slice(1)) > 14 || Number(minutes) > 59 ? undefined : `${hours}:${minutes}`;
}
