// Dates differ between time zones, so a link may fix its zone.

const parameter = 'zone';

/** The canonical name of a zone; null if the browser does not support it. */
function canonicalZone(text: string): string | null {
  try {
    const isName = /^[A-Za-z][\w+/-]{1,63}$/.test(text);
    return isName ? new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone : null;
  } catch {
    // Intl throws for a zone it does not support.
    return null;
  }
}

/** The zone in the URL. */
export const zoneIn = (search: URLSearchParams): string | null => canonicalZone(search.get(parameter) ?? '');

export const isZoneDamaged = (search: URLSearchParams): boolean => search.has(parameter) && zoneIn(search) === null;

/** Sets or removes the zone in the URL. */
export function withZone(search: URLSearchParams, zone: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (zone === null) next.delete(parameter);
  else next.set(parameter, zone);
  return next;
}

/** The current UTC offset of a zone: "UTC+8". */
export function offsetOf(zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
