import { lazy, Suspense, useEffect, useState } from 'react';

import { openKeyMap, watchKeyMap } from './key-map.ts';
import { isTyping } from './is-typing.ts';

const KeysDialog = lazy(() => import('./KeysDialog.tsx').then((module) => ({ default: module.KeysDialog })));

/** Opens the list of keyboard shortcuts when ? is pressed outside of text fields. */
export function KeyMap() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog][aria-modal=true]')) return;
      event.preventDefault();
      openKeyMap();
    };
    const stop = watchKeyMap(() => setOpen(true));
    window.addEventListener('keydown', handleKey);
    return () => {
      stop();
      window.removeEventListener('keydown', handleKey);
    };
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <KeysDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
