const longest = 31;

/** A name that a sheet can have: some characters are not for sheets, and one name is taken. */
function cleanOf(name: string): string {
  const clean = name
    .replaceAll(/[[\]:*?/\\\p{C}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[' ]+|[' ]+$/g, '');
  return /^history$/i.test(clean) ? `${clean} ` : clean;
}

// Characters beyond the usual ones count twice, and none may be cut in half.
function cut(name: string, room: number): string {
  let kept = '';
  for (const character of name) {
    if (kept.length + character.length > room) break;
    kept += character;
  }
  return kept.trim().replaceAll(/'+$/g, '');
}

/** Names of sheets are unique, whatever their case. */
export function sheetNamer(): (wanted: string, otherwise: string) => string {
  const taken = new Set<string>();
  return (wanted, otherwise) => {
    const clean = cleanOf(wanted) || cleanOf(otherwise) || '-';
    let name = cut(clean, longest);
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const end = ` (${number})`;
      name = cut(clean, longest - end.length) + end;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}
