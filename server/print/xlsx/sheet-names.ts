const maxLength = 31;

/** Removes characters that Excel forbids in sheet names, and avoids its reserved name. */
function cleanOf(name: string): string {
  const clean = name
    .replaceAll(/[[\]:*?/\\\p{C}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[' ]+|[' ]+$/g, '');
  return /^history$/i.test(clean) ? `${clean} ` : clean;
}

// Surrogate pairs count twice and must not be split.
function truncate(name: string, length: number): string {
  let result = '';
  for (const character of name) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result.trim().replaceAll(/'+$/g, '');
}

/** Creates unique sheet names, ignoring case. */
export function sheetNamer(): (title: string, fallback: string) => string {
  const usedNames = new Set<string>();
  return (title, fallback) => {
    const clean = cleanOf(title) || cleanOf(fallback) || '-';
    let name = truncate(clean, maxLength);
    for (let number = 2; usedNames.has(name.toLowerCase()); number += 1) {
      const end = ` (${number})`;
      name = truncate(clean, maxLength - end.length) + end;
    }
    usedNames.add(name.toLowerCase());
    return name;
  };
}
