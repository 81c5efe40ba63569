/** Names of columns, each only once: a second one is `name (2)`. What is read by its headers must tell them apart. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
    taken.add(free);
    return free;
  });
}
