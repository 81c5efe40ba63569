import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { type Dashboard, type DashboardState, plainState } from '#contract/dashboard.ts';
import { isSame, queryText, readState, writeState } from './address.ts';

/** What is too long for an address; the step in the browser's history has it instead. */
type Kept = { set?: DashboardState } | null;

// Mails and chat programs cut addresses that are much longer.
const longest = 6_000;

export type ChangeState = (next: DashboardState | ((now: DashboardState) => DashboardState)) => void;

/** What whoever looks has set. It is the address; each change is a step that Back undoes. */
export function useDashboardState(dashboard: Dashboard): [DashboardState, ChangeState] {
  const location = useLocation();
  const navigate = useNavigate();
  const state = useMemo(
    () => (location.state as Kept)?.set ?? readState(new URLSearchParams(location.search), dashboard),
    [location.state, location.search, dashboard],
  );
  // Two changes in one moment: the second builds on the first.
  const latest = useRef({ state, search: location.search });
  useLayoutEffect(() => {
    latest.current = { state, search: location.search };
  }, [state, location.search]);
  const change = useCallback<ChangeState>(
    (next) => {
      const now = latest.current;
      const set = typeof next === 'function' ? next(now.state) : next;
      if (isSame(set, now.state)) return;
      const textOf = (each: DashboardState) => queryText(writeState(new URLSearchParams(now.search), each, dashboard));
      const isLong = textOf(set).length > longest;
      const search = textOf(isLong ? plainState : set);
      latest.current = { state: set, search };
      void navigate({ search }, { state: isLong ? { set } : null });
    },
    [navigate, dashboard],
  );
  return [state, change];
}
