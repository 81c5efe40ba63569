import { createContext, useContext } from 'react';

import { type Dashboard, type DashboardState, plainState } from '#contract/dashboard.ts';
import type { Run } from './run.ts';
import type { ChangeState } from './state.ts';

/** What every card works with: the dashboard, and how what is set on it changes. */
export type Board = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  change: ChangeState;
  again: Run['again'];
  /** Whether nobody is at hand to click: on a wall cards have no buttons. */
  isStill: boolean;
  /** Whether cards tell only what they show: neither how it came about nor the rows behind it. */
  isBare?: boolean;
};

export const BoardContext = createContext<Board | undefined>(undefined);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('There is no board around this.');
  return board;
}

/** What is set changes with every click: only who shows something of it is drawn again. */
export const StateContext = createContext<DashboardState>(plainState);

export const useBoardState = (): DashboardState => useContext(StateContext);
