/** Edit distance (Damerau–Levenshtein): letters to insert, delete, replace or swap with the next. */
function editDistanceOf(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  const rows = [to.map((_, column) => column + 1)];
  rows[0]!.unshift(0);
  for (let row = 1; row <= from.length; row++) {
    const now = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const [above, left, across] = [rows[row - 1]![column]!, now[column - 1]!, rows[row - 1]![column - 1]!];
      now.push(
        Math.min(
          above + 1,
          left + 1,
          across + (isSame ? 0 : 1),
          isSwapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(now);
  }
  return rows[from.length]![to.length]!;
}

const maxLength = 64;

/** The existing name that was probably meant by a misspelled one: at most one or two edits away. */
export function nearestOf(name: string, names: Iterable<string>): string | undefined {
  const target = name.toLowerCase();
  if (target.length > maxLength) return undefined;
  const maxDistance = target.length < 5 ? 1 : 2;
  let [nearest, minDistance]: [string | undefined, number] = [undefined, maxDistance + 1];
  for (const each of names) {
    if (Math.abs(each.length - target.length) > maxDistance) continue;
    const distance = editDistanceOf(target, each.toLowerCase());
    if (distance < minDistance && distance < target.length) [nearest, minDistance] = [each, distance];
  }
  return nearest;
}
