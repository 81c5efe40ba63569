import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';

/** The names of columns, and which of them are not what the header says. */
export type Names = { names: string[]; repaired: string[] };

/** Makes every column of a header have a name of its own. */
export function namesOf(header: (string | undefined)[]): Names {
  const taken = new Set<string>();
  const repaired: string[] = [];
  const names = header.map((cell = '', index) => {
    const trimmed = cell.replaceAll(/[\uFEFF\p{Cc}]+/gu, ' ').trim();
    if (trimmed.length > limits.header) {
      throw new Problem('header_too_long', { column: String(index + 1), limit: String(limits.header) });
    }
    const name = freeName(trimmed || `column_${index + 1}`, taken);
    // The engine knows no upper and lower case in names.
    taken.add(name.toLowerCase());
    if (name !== trimmed) repaired.push(name);
    return name;
  });
  return { names, repaired };
}

function freeName(name: string, taken: Set<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const next = `${name}_${number}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
