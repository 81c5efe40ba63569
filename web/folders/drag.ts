import { type DragEvent, useState } from 'react';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import type { MovedItems } from './actions.ts';
import { pathOf } from './folder-paths.ts';

/** An item that is dragged to a folder: a dashboard, an application or a folder. */
export type DraggedItem = {
  kind: FolderKind;
  name: string;
  moved: MovedItems;
  /** Its current folder. */
  from: string | null;
};

/** A drop target: a folder, or the top level. */
export type DropTarget = { id: string | null; name: string };

const mime = 'application/x-shuju-item';

/** The item being dragged: browsers do not expose the drag data before the drop. */
let dragged: DraggedItem | undefined;

/** Props that make an item draggable to folders; none if it may not be moved. */
export function dragProps(item: DraggedItem | null) {
  if (!item) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      dragged = item;
      event.dataTransfer.setData(mime, item.name);
      event.dataTransfer.effectAllowed = 'move';
      // The whole tile, not only its link.
      event.dataTransfer.setDragImage(event.currentTarget, 16, 16);
    },
    onDragEnd: () => {
      dragged = undefined;
    },
  };
}

/** Whether a target accepts the item: not its current folder, and for a folder neither itself nor a subfolder. */
function accepts(item: DraggedItem | undefined, target: string | null, { kind, folders }: DropPlace): boolean {
  if (!item || item.kind !== kind || item.from === target) return false;
  const inner = item.moved.folders ?? [];
  if (pathOf(folders, target).some(({ id }) => inner.includes(id))) return false;
  return target === null || folders.find(({ id }) => id === target)?.right === 'edit';
}

type DropPlace = { kind: FolderKind; folders: Folder[] };
type FolderDrop = { item: DraggedItem; target: DropTarget };

/** Lets items be dropped on folders: `dropProps` returns the props of a target, `drop` is the dropped item. */
export function useFolderDrop(place: DropPlace) {
  const [over, setOver] = useState<string | null>();
  const [drop, setDrop] = useState<FolderDrop>();
  const dropProps = (target: DropTarget) => ({
    'data-over': over === target.id ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      if (!accepts(dragged, target.id, place)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(target.id);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      setOver(undefined);
      if (!dragged || !accepts(dragged, target.id, place)) return;
      event.preventDefault();
      setDrop({ item: dragged, target });
    },
  });
  return { dropProps, drop, endDrop: () => setDrop(undefined) };
}
