// What is one day here is two elsewhere: a link may say by whose clocks it is meant.

const parameter = 'zone';

/** A zone under the name that this browser has for it; null if it knows none such. */
function namedZone(text: string): string | null {
  try {
    const isName = /^[A-Za-z][\w+/-]{1,63}$/.test(text);
    return isName ? new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone : null;
  } catch {
    return null;
  }
}

/** The zone that an address names. */
export const zoneIn = (search: URLSearchParams): string | null => namedZone(search.get(parameter) ?? '');

export const isZoneDamaged = (search: URLSearchParams): boolean => search.has(parameter) && zoneIn(search) === null;

/** The address with a zone, or with none. */
export function withZone(search: URLSearchParams, zone: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (zone === null) next.delete(parameter);
  else next.set(parameter, zone);
  return next;
}

/** How far a zone is from the world's time today: "UTC+8". */
export function offsetOf(zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
