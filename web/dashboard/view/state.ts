import { replaceEqualDeep, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation, useNavigate } from 'react-router';

import { type Dashboard, type DashboardState, plainState } from '#contract/dashboard.ts';
import { toast } from '#web/ui/toast.ts';
import { isSame, queryText, readState, writeState } from './address.ts';
import { useSource } from './source.ts';
import { keepView, viewQuery } from './views.ts';

/** What is too long for an address: the step in the browser's history has it until the server does. */
type Kept = { set?: DashboardState } | null;

// Mails and chat programs cut addresses that are much longer.
const longest = 6_000;

export type ChangeState = (next: DashboardState | ((now: DashboardState) => DashboardState)) => void;

/** What whoever looks has set. It is the address; each change is a step that Back undoes. */
export function useDashboardState(id: string, dashboard: Dashboard): [DashboardState, ChangeState] {
  const location = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => new URLSearchParams(location.search).get('view'), [location.search]);
  const { allows } = useSource();
  const { data: viewed } = useSuspenseQuery(viewQuery(id, allows ? null : view));
  const kept = (location.state as Kept)?.set;
  const read = useMemo(() => {
    // What was kept once may not fit what the dashboard is today.
    const set = kept ?? viewed;
    const search = new URLSearchParams(location.search);
    return readState(set ? writeState(search, set, dashboard) : search, dashboard);
  }, [kept, viewed, location.search, dashboard]);
  const { state, setAhead } = useAhead(read, location);
  useWarning(!allows && view !== null && viewed === null);
  const storeLong = useStoreLong(id);
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
      setAhead(set);
      void navigate({ search }, { state: isLong ? { set } : null });
      if (isLong && !allows) void storeLong(set, search);
    },
    [navigate, dashboard, storeLong, setAhead, allows],
  );
  return [state, change];
}

type Ahead = { state: DashboardState; location: Location | null };

/**
 * The page takes its time for a new address: what was set holds from the click until then. What says the same as
 * before stays the same thing, so that nothing is drawn again for it.
 */
function useAhead(read: DashboardState, location: Location) {
  const [ahead, set] = useState<Ahead>({ state: read, location: null });
  const isAhead = ahead.location === location;
  const state = useMemo(() => (isAhead ? ahead.state : replaceEqualDeep(ahead.state, read)), [isAhead, ahead, read]);
  if (state !== ahead.state) set({ state, location: null });
  // Stays the same at every address, so that nothing is drawn again for it.
  const here = useRef(location);
  useLayoutEffect(() => {
    here.current = location;
  }, [location]);
  const setAhead = useCallback((next: DashboardState) => {
    const at = here.current;
    set((now) => ({ state: replaceEqualDeep(now.state, next), location: at }));
  }, []);
  return { state, setAhead };
}

/** Says that the view which a link leads to is gone. */
function useWarning(isGone: boolean): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (isGone) void toast('warning', t('dashboard.controls.viewGone'));
  }, [isGone, t]);
}

/** Keeps on the server what is too long for an address, and puts it behind a short name there. */
function useStoreLong(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const wanted = useRef<DashboardState>(undefined);
  const location = useLocation();
  useLayoutEffect(() => {
    wanted.current = (location.state as Kept)?.set;
    return () => {
      wanted.current = undefined;
    };
  }, [location.state]);
  return useCallback(
    async (set: DashboardState, search: string) => {
      wanted.current = set;
      // If it cannot be kept, the history of this browser still has it.
      const view = await keepView(id, null, set).catch(() => undefined);
      // The history gives a copy back, so they are compared by what they say.
      if (!view || !isSame(wanted.current, set)) return;
      queries.setQueryData(viewQuery(id, view.id).queryKey, set);
      const params = new URLSearchParams(search);
      params.set('view', view.id);
      void navigate({ search: queryText(params) }, { replace: true });
    },
    [id, navigate, queries],
  );
}
