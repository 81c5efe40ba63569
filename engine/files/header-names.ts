import { limits } from './limits.ts';

/** The names of columns, those that differ from the header, and those that were shortened. */
export type HeaderNames = { names: string[]; repaired: string[]; shortened: string[] };

/** Gives every column of a header a unique name. */
export function headerNamesOf(header: (string | undefined)[]): HeaderNames {
  const taken = new Set<string>();
  const repaired: string[] = [];
  const shortened: string[] = [];
  const names = header.map((cell = '', index) => {
    const trimmed = cell.replaceAll(/[\uFEFF\p{Cc}]+/gu, ' ').trim();
    const short = shorten(trimmed);
    const name = uniqueNameOf(short || `column_${index + 1}`, taken);
    // The engine's names are case-insensitive.
    taken.add(name.toLowerCase());
    if (short !== trimmed) shortened.push(name);
    else if (name !== trimmed) repaired.push(name);
    return name;
  });
  return { names, repaired, shortened };
}

// For headers that are whole survey questions; leaves space for a number that makes the name unique.
function shorten(name: string): string {
  if (name.length <= limits.header) return name;
  return `${name
    .slice(0, limits.header - 6)
    .toWellFormed()
    .trimEnd()}…`;
}

function uniqueNameOf(name: string, taken: Set<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const next = `${name}_${number}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
