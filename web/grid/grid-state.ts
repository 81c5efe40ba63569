import { useState } from 'react';

import type { CellArea } from './selection.ts';
import type { Sorting } from './sort-rows.ts';

/** View state of a table; not persisted. */
export type GridState = {
  sortings: Sorting[];
  /** Names of pinned fields. */
  pinned: string[];
  widths: Record<string, number>;
  isExact: boolean;
  area: CellArea | null;
  /** Field whose menu is open. */
  menuAt: string | null;
};

export type ChangeGrid = (part: Partial<GridState> | ((now: GridState) => Partial<GridState>)) => void;

const initialState: GridState = { sortings: [], pinned: [], widths: {}, isExact: false, area: null, menuAt: null };

export function useGridState(start: Partial<GridState>): [GridState, ChangeGrid] {
  const [state, setState] = useState({ ...initialState, ...start });
  const change: ChangeGrid = (part) =>
    setState((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }));
  return [state, change];
}

export const togglePin = (pinned: string[], name: string): string[] =>
  pinned.includes(name) ? pinned.filter((each) => each !== name) : [...pinned, name];
