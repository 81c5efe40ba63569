import type { KeyboardEvent } from 'react';

type HeadKeyActions = {
  sort: (column: number, keepsOthers: boolean) => void;
  resize: (column: number, width: number) => void;
  openMenu: (column: number) => void;
};

const step = 16;

/** Keys on a head: Enter sorts, Alt with arrow keys resizes or opens the menu. */
export function handleHeadKey(
  { sort, resize, openMenu }: HeadKeyActions,
  { column, width }: { column: number; width: number },
  event: KeyboardEvent,
): boolean {
  const { key, altKey, shiftKey } = event;
  if (key === 'Enter' || key === ' ') sort(column, shiftKey);
  else if (key === 'ContextMenu' || (altKey && key === 'ArrowDown')) openMenu(column);
  else if (altKey && key === 'ArrowRight') resize(column, width + step);
  else if (altKey && key === 'ArrowLeft') resize(column, width - step);
  else return false;
  return true;
}
