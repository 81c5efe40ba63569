import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { SavedDashboard } from '#contract/dashboards.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { useIsEditor } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import { Board } from './Board.tsx';
import { type Board as BoardOf, BoardContext } from './board.ts';
import { ControlsBar } from './controls/ControlsBar.tsx';
import { useFull } from './full.ts';
import { useKeys } from './keys.ts';
import { useLiveCards, useRefresh } from './live.ts';
import { NoCards } from './NoCards.tsx';
import { useRun } from './run.ts';
import { openCards, useInSight } from './sight.ts';
import { useDashboardState } from './state.ts';
import { useFolded, useTab } from './tab.ts';
import { ViewHead } from './ViewHead.tsx';
import style from './ViewPage.module.css';

/** A published dashboard, to look at. */
export function ViewPage({ saved }: { saved: SavedDashboard }) {
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const [tab, addressOfTab] = useTab(dashboard);
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
  const isEditor = useIsEditor();
  const handleFull = () => setFull(!isFull);
  useKeys({
    r: () => again({ fresh: true }),
    f: handleFull,
    e: isEditor ? () => open('edit') : undefined,
    Escape: isFull ? handleFull : undefined,
  });
  const board = useMemo<BoardOf>(
    () => ({ id, draft: false, dashboard, state, change, again, isStill: false }),
    [id, dashboard, state, change, again],
  );
  const head = {
    saved,
    run,
    total: shown.length,
    isFull,
    onFull: handleFull,
    onPresent: () => open('present'),
    onEdit: () => open('edit'),
  };
  return (
    <BoardContext value={board}>
      <div className={style['page']} data-full={isFull}>
        <ViewHead {...head} />
        <ControlsBar id={id} draft={false} dashboard={dashboard} state={state} onChange={change} />
        <Tabs {...{ dashboard, tab, addressOfTab }} />
        {tab.cards.length === 0 && <NoCards onEdit={() => open('edit')} />}
        <Board cards={tab.cards} run={run} folded={folded} onFold={flip} onSight={handleSight} />
      </div>
    </BoardContext>
  );
}

type TabsProps = { dashboard: SavedDashboard['dashboard']; tab: { id: string }; addressOfTab: (tab: string) => string };

function Tabs({ dashboard, tab, addressOfTab }: TabsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (dashboard.tabs.length < 2) return null;
  const tabs = dashboard.tabs.map((each, index) => ({
    to: addressOfTab(each.id),
    text: textOf(each.title, language) || t('dashboard.view.tab', { number: index + 1 }),
    selected: each.id === tab.id,
  }));
  return <TabLinks label={t('dashboard.view.tabs')} tabs={tabs} />;
}

/** Goes on to another way of using the dashboard, with what is set. */
function useModes(): (mode: 'edit' | 'present') => void {
  const [, setParams] = useSearchParams();
  return (mode) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.set('mode', mode);
      return next;
    });
}

/** Notes that someone has looked; that it cannot be noted is no reason to say anything. */
function useSeen(id: string): void {
  useEffect(() => {
    void call('POST /dashboards/:id/seen', { id }).catch(() => undefined);
  }, [id]);
}
