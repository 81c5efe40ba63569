/** The beginning of a name, at most this long. A surrogate pair counts as two characters and is not split. */
export const shortened = (name: string, maxLength: number): string =>
  name.length <= maxLength ? name : name.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');

/** A name with a number, `name (2)`, shortened if it would be too long. */
export function numberedName(name: string, number: number, maxLength = Infinity): string {
  const end = ` (${number})`;
  return shortened(name, maxLength - end.length) + end;
}

/** Makes column names unique: a duplicate becomes `name (2)`. Programs that read by header need distinct ones. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = numberedName(name, number);
    taken.add(free);
    return free;
  });
}
