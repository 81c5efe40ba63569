import { createElement, lazy, Suspense } from 'react';

import type { AddDialogProps } from './AddDialog.tsx';
import type { FolderNameDialogProps } from './FolderNameDialog.tsx';
import type { MoveDialogProps } from './MoveDialog.tsx';

const LazyAdd = lazy(() => import('./AddDialog.tsx').then((module) => ({ default: module.AddDialog })));
const LazyName = lazy(() => import('./FolderNameDialog.tsx').then((module) => ({ default: module.FolderNameDialog })));
const LazyMove = lazy(() => import('./MoveDialog.tsx').then((module) => ({ default: module.MoveDialog })));

/** The dialogs of folders, loaded on first use. */
export const AddDialog = (props: AddDialogProps) => createElement(Suspense, null, createElement(LazyAdd, props));
export const FolderNameDialog = (props: FolderNameDialogProps) =>
  createElement(Suspense, null, createElement(LazyName, props));
export const MoveDialog = (props: MoveDialogProps) => createElement(Suspense, null, createElement(LazyMove, props));
