import { limits } from './limits.ts';

/** The names of columns, which of them are not what the header says, and which were too long. */
export type Names = { names: string[]; repaired: string[]; shortened: string[] };

/** Makes every column of a header have a name of its own. */
export function namesOf(header: (string | undefined)[]): Names {
  const taken = new Set<string>();
  const repaired: string[] = [];
  const shortened: string[] = [];
  const names = header.map((cell = '', index) => {
    const trimmed = cell.replaceAll(/[\uFEFF\p{Cc}]+/gu, ' ').trim();
    const short = shorten(trimmed);
    const name = freeName(short || `column_${index + 1}`, taken);
    // The engine knows no upper and lower case in names.
    taken.add(name.toLowerCase());
    if (short !== trimmed) shortened.push(name);
    else if (name !== trimmed) repaired.push(name);
    return name;
  });
  return { names, repaired, shortened };
}

// Whole questions of a survey; room is left for a number that tells two of them apart.
function shorten(name: string): string {
  if (name.length <= limits.header) return name;
  return `${name
    .slice(0, limits.header - 6)
    .toWellFormed()
    .trimEnd()}…`;
}

function freeName(name: string, taken: Set<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const next = `${name}_${number}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
