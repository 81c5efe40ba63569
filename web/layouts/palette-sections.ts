type WithGroup = { group: string };

/** The entries of one group. */
export type PaletteSection<Entry extends WithGroup> = { group: Entry['group']; entries: Entry[] };

/** Groups the entries, in the order of the first entry of each group. */
export function sectionsOf<Entry extends WithGroup>(entries: Entry[]): PaletteSection<Entry>[] {
  const sections = new Map<Entry['group'], Entry[]>();
  for (const entry of entries) sections.set(entry.group, [...(sections.get(entry.group) ?? []), entry]);
  return [...sections].map(([group, grouped]) => ({ group, entries: grouped }));
}
