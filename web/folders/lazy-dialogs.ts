import { createElement, lazy, Suspense } from 'react';

import type { AddToFolderDialogProps } from './AddToFolderDialog.tsx';
import type { DeleteFolderDialogProps } from './DeleteFolderDialog.tsx';
import type { DroppedMoveProps } from './DroppedMove.tsx';
import type { FolderNameDialogProps } from './FolderNameDialog.tsx';
import type { MoveDialogProps } from './MoveDialog.tsx';

const LazyAddToFolder = lazy(() =>
  import('./AddToFolderDialog.tsx').then((module) => ({ default: module.AddToFolderDialog })),
);
const LazyName = lazy(() => import('./FolderNameDialog.tsx').then((module) => ({ default: module.FolderNameDialog })));
const LazyDelete = lazy(() =>
  import('./DeleteFolderDialog.tsx').then((module) => ({ default: module.DeleteFolderDialog })),
);
const LazyDrop = lazy(() => import('./DroppedMove.tsx').then((module) => ({ default: module.DroppedMove })));
const LazyMove = lazy(() => import('./MoveDialog.tsx').then((module) => ({ default: module.MoveDialog })));

/** The dialogs of folders, loaded on first use. */
export const AddToFolderDialog = (props: AddToFolderDialogProps) =>
  createElement(Suspense, null, createElement(LazyAddToFolder, props));
export const FolderNameDialog = (props: FolderNameDialogProps) =>
  createElement(Suspense, null, createElement(LazyName, props));
export const MoveDialog = (props: MoveDialogProps) => createElement(Suspense, null, createElement(LazyMove, props));
export const DeleteFolderDialog = (props: DeleteFolderDialogProps) =>
  createElement(Suspense, null, createElement(LazyDelete, props));
export const DroppedMove = (props: DroppedMoveProps) => createElement(Suspense, null, createElement(LazyDrop, props));
