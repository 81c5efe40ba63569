import { replaceEqualDeep, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation, useNavigate } from 'react-router';

import { type Dashboard, type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import { toast } from '#web/ui/toast.ts';
import { isSame, queryText, readState, writeState } from './url-state.ts';
import { useSource } from './dashboard-source.ts';
import { saveView, viewQuery } from './views.ts';

/** A state too long for the URL, kept in the history state until the server has stored it. */
type OverflowState = { set?: DashboardState } | null;

// Mail and chat programs truncate longer URLs.
const maxUrlLength = 6_000;

export type ChangeState = (next: DashboardState | ((now: DashboardState) => DashboardState)) => void;

/** The dashboard state. It is stored in the URL; each change is a history entry. */
export function useDashboardState(id: string, dashboard: Dashboard): [DashboardState, ChangeState] {
  const location = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => new URLSearchParams(location.search).get('view'), [location.search]);
  const { allows } = useSource();
  const { data: viewed } = useSuspenseQuery(viewQuery(id, allows ? null : view));
  const overflow = (location.state as OverflowState)?.set;
  const read = useMemo(() => {
    // A stored state may not fit the current dashboard.
    const set = overflow ?? viewed;
    const search = new URLSearchParams(location.search);
    return readState(set ? writeState(search, set, dashboard) : search, dashboard);
  }, [overflow, viewed, location.search, dashboard]);
  const { state, setAhead } = useOptimisticState(read, location);
  useMissingViewWarning(!allows && view !== null && viewed === null);
  const storeLong = useStoreLong(id);
  // Of two changes in quick succession, the second is based on the first.
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
      const isLong = textOf(set).length > maxUrlLength;
      const search = textOf(isLong ? defaultState : set);
      latest.current = { state: set, search };
      setAhead(set);
      void navigate({ search }, { state: isLong ? { set } : null });
      if (isLong && !allows) void storeLong(set, search);
    },
    [navigate, dashboard, storeLong, setAhead, allows],
  );
  return [state, change];
}

type OptimisticState = { state: DashboardState; location: Location | null };

/**
 * Optimistic state: applies from the click until the URL has changed. Equal parts keep their identity, so that
 * nothing renders again for them.
 */
function useOptimisticState(read: DashboardState, location: Location) {
  const [optimistic, set] = useState<OptimisticState>({ state: read, location: null });
  const isOptimistic = optimistic.location === location;
  const state = useMemo(
    () => (isOptimistic ? optimistic.state : replaceEqualDeep(optimistic.state, read)),
    [isOptimistic, optimistic, read],
  );
  if (state !== optimistic.state) set({ state, location: null });
  // A ref keeps the callback stable across URLs.
  const locationRef = useRef(location);
  useLayoutEffect(() => {
    locationRef.current = location;
  }, [location]);
  const setAhead = useCallback((next: DashboardState) => {
    const at = locationRef.current;
    set((now) => ({ state: replaceEqualDeep(now.state, next), location: at }));
  }, []);
  return { state, setAhead };
}

/** Warns that the saved view of a link no longer exists. */
function useMissingViewWarning(isGone: boolean): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (isGone) void toast('warning', t('dashboard.controls.viewGone'));
  }, [isGone, t]);
}

/** Stores a state too long for the URL on the server and puts its id into the URL. */
function useStoreLong(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const latestState = useRef<DashboardState>(undefined);
  const location = useLocation();
  useLayoutEffect(() => {
    latestState.current = (location.state as OverflowState)?.set;
    return () => {
      latestState.current = undefined;
    };
  }, [location.state]);
  return useCallback(
    async (set: DashboardState, search: string) => {
      latestState.current = set;
      // If it cannot be stored, the browser history still has it.
      const view = await saveView(id, null, set).catch(() => undefined);
      // The history returns a copy, so compare by value.
      if (!view || !isSame(latestState.current, set)) return;
      queries.setQueryData(viewQuery(id, view.id).queryKey, set);
      const params = new URLSearchParams(search);
      params.set('view', view.id);
      void navigate({ search: queryText(params) }, { replace: true });
    },
    [id, navigate, queries],
  );
}
