/** How many letters must be added, taken out, replaced or swapped with the next to make one text the other. */
function distanceOf(a: string, b: string): number {
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

const longest = 64;

/** What was probably meant by a name that is none: one that differs from it in a letter or two. */
export function nearestOf(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted.length > longest) return undefined;
  const most = wanted.length < 5 ? 1 : 2;
  let [nearest, least]: [string | undefined, number] = [undefined, most + 1];
  for (const each of names) {
    if (Math.abs(each.length - wanted.length) > most) continue;
    const distance = distanceOf(wanted, each.toLowerCase());
    if (distance < least && distance < wanted.length) [nearest, least] = [each, distance];
  }
  return nearest;
}
