import { type DragEvent, useState } from 'react';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import type { MovedItems } from './actions.ts';
import { pathOf } from './folder-paths.ts';

/** What is dragged to a folder: a dashboard, an application or a folder. */
export type DraggedItem = {
  kind: FolderKind;
  name: string;
  moved: MovedItems;
  /** The folder it is in. */
  from: string | null;
};

/** A folder, or the top level, on which something was dropped. */
export type DropTarget = { id: string | null; name: string };

const mime = 'application/x-shuju-item';

/** The item of the drag in progress: browsers do not tell what is dragged until it is dropped. */
let dragged: DraggedItem | undefined;

/** Props that let something be dragged to a folder; none if it may not be moved. */
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

/** Whether the dragged item may be moved to a folder: not where it is, and a folder neither into itself nor deeper. */
function accepts(item: DraggedItem | undefined, target: string | null, { kind, folders }: DropPlace): boolean {
  if (!item || item.kind !== kind || item.from === target) return false;
  const inner = item.moved.folders ?? [];
  if (pathOf(folders, target).some(({ id }) => inner.includes(id))) return false;
  return target === null || folders.find(({ id }) => id === target)?.right === 'edit';
}

type DropPlace = { kind: FolderKind; folders: Folder[] };
type Drop = { item: DraggedItem; target: DropTarget };

/** Lets items be dropped on folders: `dropProps` are those of a target, `drop` is what was dropped. */
export function useFolderDrop(place: DropPlace) {
  const [over, setOver] = useState<string | null>();
  const [drop, setDrop] = useState<Drop>();
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
