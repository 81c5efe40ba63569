import { createContext, useContext } from 'react';

import { type Dashboard, type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import type { DashboardRun } from './run.ts';
import type { ChangeState } from './dashboard-state.ts';

/** Shared by all cards: the dashboard, and how to change its state. */
export type DashboardContextValue = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  change: ChangeState;
  rerun: DashboardRun['rerun'];
  /** Whether cards have no buttons, as in the slideshow. */
  isStatic: boolean;
  /** Whether cards hide their proof and rows. */
  isBare?: boolean;
};

export const DashboardContext = createContext<DashboardContextValue | undefined>(undefined);

export function useDashboardContext(): DashboardContextValue {
  const context = useContext(DashboardContext);
  if (!context) throw new Error('DashboardContext has no value.');
  return context;
}

/** A separate context: the state changes with every click, and only its consumers render again. */
export const StateContext = createContext<DashboardState>(defaultState);

export const useStateContext = (): DashboardState => useContext(StateContext);
