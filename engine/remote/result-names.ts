/** The names of a result's columns, each once: further ones of a name get a number, as in results of DuckDB. */
export function uniqueNamesOf(names: string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 1; used.has(unique) || (unique !== name && taken.has(unique)); number++)
      unique = `${name}_${number}`;
    used.add(unique);
    return unique;
  });
}
