import { createElement, lazy, Suspense } from 'react';

import type { AddToFolderDialogProps } from './AddToFolderDialog.tsx';
import type { FolderNameDialogProps } from './FolderNameDialog.tsx';
import type { MoveDialogProps } from './MoveDialog.tsx';

const LazyAddToFolder = lazy(() =>
  import('./AddToFolderDialog.tsx').then((module) => ({ default: module.AddToFolderDialog })),
);
const LazyName = lazy(() => import('./FolderNameDialog.tsx').then((module) => ({ default: module.FolderNameDialog })));
const LazyMove = lazy(() => import('./MoveDialog.tsx').then((module) => ({ default: module.MoveDialog })));

/** The dialogs of folders, loaded on first use. */
export const AddToFolderDialog = (props: AddToFolderDialogProps) =>
  createElement(Suspense, null, createElement(LazyAddToFolder, props));
export const FolderNameDialog = (props: FolderNameDialogProps) =>
  createElement(Suspense, null, createElement(LazyName, props));
export const MoveDialog = (props: MoveDialogProps) => createElement(Suspense, null, createElement(LazyMove, props));
