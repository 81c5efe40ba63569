import { useEffect, useState } from 'react';

const maxRecent = 8;
let recentlyFocused: HTMLElement[] = [];

// The opener of a dialog may be a menu item that is unmounted by then; the focus then returns to an earlier element.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement)
    recentlyFocused = [target, ...recentlyFocused.filter((each) => each !== target)].slice(0, maxRecent);
});

const canHaveFocus = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/** Returns the focus to the element that had it before a dialog opened. */
export function useReturnFocus(): void {
  const [before] = useState(() =>
    [document.activeElement, ...recentlyFocused].filter((each) => each instanceof HTMLElement),
  );
  useEffect(
    () => () => {
      // A closing menu is still mounted for a moment.
      requestAnimationFrame(() => {
        const isTaken = document.activeElement !== null && document.activeElement !== document.body;
        if (!isTaken) before.find((each) => each !== document.body && canHaveFocus(each))?.focus();
      });
    },
    [before],
  );
}
