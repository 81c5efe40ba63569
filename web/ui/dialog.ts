import { useEffect, useState } from 'react';

/** Gives the focus back to what had it before a dialog came, when the dialog is gone. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}
