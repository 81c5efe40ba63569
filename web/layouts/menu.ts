import type { MenuEntry } from '#contract/shell.ts';

const startsWith = (path: string, link: string) => path === link || path.startsWith(`${link.replace(/\/$/, '')}/`);

/** Marks the entry whose link is the start of the path, by whole segments, and opens the groups above it. */
export function selectEntries(entries: MenuEntry[], path: string): MenuEntry[] {
  return entries.map((entry) => {
    const children = selectEntries(entry.children, path);
    const opened = children.some((child) => child.selected || child.opened);
    return { ...entry, children, opened, selected: startsWith(path, entry.link) };
  });
}

/** All entries of a tree, the ones on top first. */
export function flattenEntries(entries: MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...flattenEntries(entry.children)]);
}
