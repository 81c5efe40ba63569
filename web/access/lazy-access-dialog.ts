import { createElement, lazy, Suspense } from 'react';

import type { SharedKind } from '#contract/access/routes.ts';

const LazyAccessDialog = lazy(() => import('./AccessDialog.tsx').then((module) => ({ default: module.AccessDialog })));

export type AccessDialogProps = { kind: SharedKind; id: string; onClose: () => void };

/** The access dialog, loaded on first use. */
export const AccessDialog = (props: AccessDialogProps) =>
  createElement(Suspense, null, createElement(LazyAccessDialog, props));
