import { useState } from 'react';

import type { Area } from './selection.ts';
import type { Sorting } from './sorting.ts';

/** How someone has arranged a table; it is forgotten with the page. */
export type GridState = {
  sortings: Sorting[];
  /** Names of fields that stay at the left. */
  pinned: string[];
  widths: Record<string, number>;
  isExact: boolean;
  area: Area | null;
  /** The field whose menu is open. */
  menuAt: string | null;
};

export type ChangeGrid = (part: Partial<GridState> | ((now: GridState) => Partial<GridState>)) => void;

const fresh: GridState = { sortings: [], pinned: [], widths: {}, isExact: false, area: null, menuAt: null };

export function useGridState(start: Partial<GridState>): [GridState, ChangeGrid] {
  const [state, setState] = useState({ ...fresh, ...start });
  const change: ChangeGrid = (part) =>
    setState((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
  return [state, change];
}

export const withPin = (pinned: string[], name: string): string[] =>
  pinned.includes(name) ? pinned.filter((each) => each !== name) : [...pinned, name];
