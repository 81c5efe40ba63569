const broken = /[\0\p{Surrogate}]/gu;

/** Text that every database can store: without NUL and lone surrogates. */
export const cleanText = (text: string): string => text.replaceAll(broken, '\ufffd');

/** A JSON value with all texts and names cleaned. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cleanText(name), cleanJson(inner)]));
}

// How JSON.stringify escapes what cleanText replaces; an escaped backslash before it is a false positive.
const suspicious = /\\u(?:0000|d[89a-f])/;

/** A line of JSON with clean texts. */
export function cleanLine(line: string): string {
  return line.includes('\\u') && suspicious.test(line) ? JSON.stringify(cleanJson(JSON.parse(line))) : line;
}

/** The column name for a field; undefined if it is too long. */
export function columnNameOf(field: string): string | undefined {
  const name = cleanText(field)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return name.length > 200 ? undefined : name || '_';
}
