import { type FolderKind, maxFolderDepth } from '#contract/folders/routes.ts';
import { Problem } from '#contract/errors.ts';
import { maxNameLength } from '#contract/text.ts';
import { numberedName } from '#domain/text/unique-names.ts';
import { type Person, rightIn } from '#server/access/audience.ts';
import { chainOf, folderAudienceOf, type FolderNode, type FolderTree } from '#server/access/folder-tree.ts';

/** Names that differ only in case or Unicode form would be hard to tell apart. */
const foldName = (name: string) => name.normalize('NFKC').toLowerCase();

/**
 * Folders in a folder, or at the top level, that a person may see. Names of hidden folders do not conflict: the error
 * would reveal them.
 */
function visibleSiblings(tree: FolderTree, { kind, parentId }: FolderSlot, person: Person): FolderNode[] {
  return [...tree.values()].filter(
    (each) => each.kind === kind && each.parentId === parentId && rightIn(folderAudienceOf(tree, each.id)!, person),
  );
}

type FolderSlot = { kind: FolderKind; parentId: string | null };
type NamedFolder = FolderSlot & { id: string | undefined; name: string };

/** Throws if a sibling folder that the person may see has the same name. */
export function requireFreeName(tree: FolderTree, { id, name, ...slot }: NamedFolder, person: Person): void {
  const conflict = visibleSiblings(tree, slot, person).find(
    (each) => each.id !== id && foldName(each.name) === foldName(name),
  );
  if (conflict) throw new Problem('folder_name_taken', { value: conflict.name });
}

/** The name, with a number appended if a visible sibling folder has it. */
export function freeNameOf(tree: FolderTree, { id, name, ...slot }: NamedFolder, person: Person): string {
  const siblings = visibleSiblings(tree, slot, person).filter((each) => each.id !== id);
  const siblingNames = new Set(siblings.map((each) => foldName(each.name)));
  let free = name;
  for (let number = 2; siblingNames.has(foldName(free)); number++) free = numberedName(name, number, maxNameLength);
  return free;
}

/** All folders inside a folder, and the folder itself. */
export const subtreeOf = (tree: FolderTree, id: string): FolderNode[] =>
  [...tree.values()].filter((each) => chainOf(tree, each.id).some((above) => above.id === id));

/** Levels of folders in a subtree. */
function heightOf(tree: FolderTree, id: string): number {
  const depth = chainOf(tree, id).length;
  return Math.max(...subtreeOf(tree, id).map((each) => chainOf(tree, each.id).length - depth + 1));
}

/** Throws if a folder with `height` levels would exceed the maximum depth in this parent. */
export function requireDepth(tree: FolderTree, parent: string | null, height = 1): void {
  if (chainOf(tree, parent).length + height > maxFolderDepth)
    throw new Problem('folder_too_deep', { value: String(maxFolderDepth) });
}

/** Throws if a folder cannot be moved into the parent. */
export function requireMovable(tree: FolderTree, id: string, parent: string | null): void {
  if (chainOf(tree, parent).some((above) => above.id === id)) throw new Problem('folder_in_itself');
  requireDepth(tree, parent, heightOf(tree, id));
}
