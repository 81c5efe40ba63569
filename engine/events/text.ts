const broken = /[\0\p{Surrogate}]/gu;

/** Text as every database can keep it: without NUL and halves of characters. */
export const cleanText = (text: string): string => text.replaceAll(broken, '\ufffd');

/** A JSON value with clean texts and names, however deep. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cleanText(name), cleanJson(inner)]));
}

// How JSON.stringify writes what cleanText replaces; an escaped backslash before it is a false alarm.
const suspicious = /\\u(?:0000|d[89a-f])/;

/** A line of JSON with clean texts. */
export function cleanLine(line: string): string {
  return line.includes('\\u') && suspicious.test(line) ? JSON.stringify(cleanJson(JSON.parse(line))) : line;
}

/** The name of a column for a field; undefined if no column can have it. */
export function columnNameOf(field: string): string | undefined {
  const name = cleanText(field)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return name.length > 200 ? undefined : name || '_';
}
