import { useEffect, useState } from 'react';

const maxRecent = 8;
let recent: HTMLElement[] = [];

// What opened a dialog may be an item of a menu that is gone with it; then the focus returns to what had it before.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) recent = [target, ...recent.filter((each) => each !== target)].slice(0, maxRecent);
});

const canHaveFocus = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/** Gives the focus back to what had it before a dialog came, when the dialog is gone. */
export function useReturnFocus(): void {
  const [before] = useState(() => [document.activeElement, ...recent].filter((each) => each instanceof HTMLElement));
  useEffect(
    () => () => {
      // A menu that is closing is still there for a moment.
      requestAnimationFrame(() => {
        const isTaken = document.activeElement !== null && document.activeElement !== document.body;
        if (!isTaken) before.find((each) => each !== document.body && canHaveFocus(each))?.focus();
      });
    },
    [before],
  );
}
