import type { MenuEntry } from '#contract/shell.ts';

const startsWith = (path: string, link: string) => path === link || path.startsWith(`${link.replace(/\/$/, '')}/`);

/** Selects the entry whose link is a prefix of the path, by whole segments, and opens its parents. */
export function selectEntries(entries: MenuEntry[], path: string): MenuEntry[] {
  return entries.map((entry) => {
    const children = selectEntries(entry.children, path);
    const opened = children.some((child) => child.selected || child.opened);
    return { ...entry, children, opened, selected: startsWith(path, entry.link) };
  });
}

/** All entries of a tree, parents first. */
export function flattenEntries(entries: MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...flattenEntries(entry.children)]);
}
