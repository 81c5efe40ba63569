import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';

import type { SavedDashboard } from '#contract/dashboards.ts';
import { call } from '#web/http/client.ts';
import { Board } from './Board.tsx';
import { type Board as BoardOf, BoardContext, StateContext } from './board.ts';
import { ControlsBar } from './controls/ControlsBar.tsx';
import { useFull } from './full.ts';
import { useKeys } from './keys.ts';
import { useLiveCards, useRefresh } from './live.ts';
import { NoCards } from './NoCards.tsx';
import { Notices } from './Notices.tsx';
import { useRun } from './run.ts';
import { openCards, useInSight } from './sight.ts';
import { useDashboardState } from './state.ts';
import { useSought } from './sought.ts';
import { useFolded, useTab } from './tab.ts';
import { Tabs } from './Tabs.tsx';
import { ViewHead } from './ViewHead.tsx';
import style from './ViewPage.module.css';

/** A published dashboard, to look at. */
export function ViewPage({ saved }: { saved: SavedDashboard }) {
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const [tab, addressOfTab] = useTab(dashboard);
  useSought();
  const [folded, flip] = useFolded(tab);
  const shown = openCards(tab.cards, folded);
  const { visible, handleSight } = useInSight(shown);
  const run = useRun({ id, draft: false, dashboard, state, cards: shown.map((card) => card.id), visible });
  const { again } = run;
  useLiveCards(dashboard, run);
  useRefresh(dashboard.refresh, again);
  useSeen(id);
  const [isFull, setFull] = useFull();
  const open = useModes();
  const mayEdit = saved.right === 'edit';
  const handleFull = useCallback(() => setFull(!isFull), [isFull, setFull]);
  const present = useCallback(() => open('present'), [open]);
  const edit = useCallback(() => open('edit'), [open]);
  useKeys({
    r: () => again({ fresh: true }),
    f: handleFull,
    e: mayEdit ? edit : undefined,
    Escape: isFull ? handleFull : undefined,
  });
  const board = useMemo<BoardOf>(
    () => ({ id, draft: false, dashboard, change, again, isStill: false }),
    [id, dashboard, change, again],
  );
  const head = {
    saved,
    run,
    total: shown.length,
    isFull,
    onFull: handleFull,
    onPresent: present,
    onEdit: edit,
  };
  return (
    <BoardContext value={board}>
      <StateContext value={state}>
        <div className={style['page']} data-full={isFull}>
          <ViewHead {...head} />
          <ControlsBar id={id} draft={false} dashboard={dashboard} state={state} onChange={change} />
          <Notices dashboard={dashboard} run={run} />
          <Tabs {...{ dashboard, tab, addressOfTab }} />
          {tab.cards.length === 0 && <NoCards onEdit={mayEdit ? edit : undefined} />}
          <Board cards={tab.cards} run={run} folded={folded} onFold={flip} onSight={handleSight} />
        </div>
      </StateContext>
    </BoardContext>
  );
}

/** Goes on to another way of using the dashboard, with what is set. */
function useModes(): (mode: 'edit' | 'present') => void {
  const navigate = useNavigate();
  return useCallback(
    (mode) => {
      const next = new URLSearchParams(window.location.search);
      next.set('mode', mode);
      void navigate({ search: next.toString() });
    },
    [navigate],
  );
}

/** Notes that someone has looked; that it cannot be noted is no reason to say anything. */
function useSeen(id: string): void {
  useEffect(() => {
    void call('POST /dashboards/:id/seen', { id }).catch(() => undefined);
  }, [id]);
}
