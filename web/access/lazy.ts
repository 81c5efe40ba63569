import { createElement, lazy, Suspense } from 'react';

import type { SharedKind } from '#contract/access.ts';

const Loaded = lazy(() => import('./AccessDialog.tsx').then((module) => ({ default: module.AccessDialog })));

export type DialogProps = { kind: SharedKind; id: string; onClose: () => void };

/** The dialog, fetched when it is first wanted. */
export const AccessDialog = (props: DialogProps) => createElement(Suspense, null, createElement(Loaded, props));
