/** A value as text: strings unchanged, others as JSON, empty for null. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
