/** A value as it is, whole: texts as they are, the rest as JSON; nothing for nothing. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
