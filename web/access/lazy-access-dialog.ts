import { createElement, lazy, Suspense } from 'react';

import type { AccessDialogProps } from './AccessDialog.tsx';

const LazyAccessDialog = lazy(() => import('./AccessDialog.tsx').then((module) => ({ default: module.AccessDialog })));

/** The access dialog, loaded on first use. */
export const AccessDialog = (props: AccessDialogProps) =>
  createElement(Suspense, null, createElement(LazyAccessDialog, props));
