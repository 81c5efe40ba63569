/** Visits every field of an event: nested objects with dotted names, arrays and empty objects as they are. */
export function flatten(
  event: Record<string, unknown>,
  visit: (name: string, value: unknown) => void,
  prefix: string = '',
): void {
  for (const key of Object.keys(event)) {
    const value = event[key];
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isNested(value)) flatten(value, visit, name);
    else visit(name, value);
  }
}

/** Counts the fields of an event, stopping beyond the limit. */
export function countFields(event: Record<string, unknown>, limit: number): number {
  let count = 0;
  for (const key of Object.keys(event)) {
    const value = event[key];
    count += isNested(value) ? countFields(value, limit - count) : 1;
    if (count > limit) break;
  }
  return count;
}

function isNested(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const _ in value) return true;
  return false;
}
