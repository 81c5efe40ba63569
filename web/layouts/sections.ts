type Grouped = { group: string };

/** Entries that stand together under a name. */
export type Section<Entry extends Grouped> = { group: Entry['group']; entries: Entry[] };

/** Each group once, where the best of it stands. */
export function sectionsOf<Entry extends Grouped>(entries: Entry[]): Section<Entry>[] {
  const sections = new Map<Entry['group'], Entry[]>();
  for (const entry of entries) sections.set(entry.group, [...(sections.get(entry.group) ?? []), entry]);
  return [...sections].map(([group, own]) => ({ group, entries: own }));
}
