import { createContext, useContext } from 'react';

import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Run } from './run.ts';
import type { ChangeState } from './state.ts';

/** What every card works with: the dashboard as it is set, and how that changes. */
export type Board = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  change: ChangeState;
  again: Run['again'];
  /** Whether nobody is at hand to click: on a wall cards have no buttons. */
  isStill: boolean;
};

export const BoardContext = createContext<Board | undefined>(undefined);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('There is no board around this.');
  return board;
}
