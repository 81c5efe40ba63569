import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import type { Language } from '#domain/language.ts';

/** A dashboard or application in a folder, or at the top level. */
export type PlacedItem = { folder: string | null };

/** The folders from the top level down to a folder, which is the last one. */
export function pathOf(folders: Folder[], id: string | null): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const path: Folder[] = [];
  for (let folder = byId.get(id ?? ''); folder && !path.includes(folder); folder = byId.get(folder.parent ?? ''))
    path.unshift(folder);
  return path;
}

/** The names of a folder and its parent folders, for display. */
export const pathTextOf = (folders: Folder[], id: string | null): string =>
  pathOf(folders, id)
    .map(({ name }) => name)
    .join(' / ');

/** Number of items directly inside a folder. */
export const countInside = (folders: Folder[], items: PlacedItem[], id: string): number =>
  folders.filter(({ parent }) => parent === id).length + items.filter(({ folder }) => folder === id).length;

export function sortByName(folders: Folder[], language: Language): Folder[] {
  const { compare } = new Intl.Collator(language.replace('_', '-'), { numeric: true });
  return folders.toSorted((a, b) => compare(a.name, b.name));
}

/** A folder in a tree, with its level from 0. */
type FolderRow = { folder: Folder; level: number };

/** All folders in tree order: each is followed by its subfolders. */
export function treeRowsOf(folders: Folder[], language: Language): FolderRow[] {
  const sorted = sortByName(folders, language);
  const rowsIn = (parent: string | null, level: number): FolderRow[] =>
    sorted.flatMap((folder) => (folder.parent === parent ? [{ folder, level }, ...rowsIn(folder.id, level + 1)] : []));
  return rowsIn(null, 0);
}

/** Whether every word occurs in the name. */
export const matchesName = ({ name }: { name: string }, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

/** The list page of a kind at a folder. */
export const folderLink = (kind: FolderKind, id: string | null): string =>
  id === null ? `/${kind}` : `/${kind}?folder=${id}`;
