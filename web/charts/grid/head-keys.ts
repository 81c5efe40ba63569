import type { KeyboardEvent } from 'react';

type Actions = {
  sort: (column: number, keepsOthers: boolean) => void;
  resize: (column: number, width: number) => void;
  openMenu: (column: number) => void;
};

const step = 16;

/** What keys do on a head: Enter sorts, Alt with an arrow makes it wider or opens its menu. */
export function answerHeadKey(
  { sort, resize, openMenu }: Actions,
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
