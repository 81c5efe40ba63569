import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { timeNow } from '#contract/dashboard-filters.ts';
import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { ShareAllows, SharedDashboard } from '#contract/shares.ts';
import { allTime, spanLabel } from '#display/words/span.ts';
import { textOf, upright } from '#display/words/subject.ts';
import { Board } from '#web/dashboard/view/Board.tsx';
import { type Board as BoardOf, BoardContext, StateContext } from '#web/dashboard/view/board.ts';
import { hasTime } from '#web/dashboard/view/controls/changes.ts';
import { ControlsBar } from '#web/dashboard/view/controls/ControlsBar.tsx';
import { Freshness } from '#web/dashboard/view/Freshness.tsx';
import { useLiveCards, useRefresh } from '#web/dashboard/view/live.ts';
import { Notices } from '#web/dashboard/view/Notices.tsx';
import { useRun } from '#web/dashboard/view/run.ts';
import { openCards, useInSight } from '#web/dashboard/view/sight.ts';
import { SourceContext } from '#web/dashboard/view/source.ts';
import { useDashboardState } from '#web/dashboard/view/state.ts';
import { useFolded, useTab } from '#web/dashboard/view/tab.ts';
import { Tabs } from '#web/dashboard/view/Tabs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { usePage } from '#web/ui/page.ts';
import { DownloadMenu } from './DownloadMenu.tsx';
import type { Link } from './link.ts';
import { useLinkSource } from './source.ts';
import style from './Share.module.css';

type Props = { link: Link; shared: SharedDashboard };

/** The dashboard of a link. */
export function SharedBoard({ link, shared }: Props) {
  const source = useLinkSource(link, shared);
  return (
    <SourceContext value={source}>
      <Shown link={link} shared={shared} />
    </SourceContext>
  );
}

/** What an address sets, as far as the link allows: the rest is not asked, and not shown as set. */
function useAllowed(state: DashboardState, allows: ShareAllows): DashboardState {
  return useMemo(() => {
    const values = Object.entries(state.values).filter(([id]) => allows.controls.includes(id));
    return { ...state, time: allows.time ? state.time : null, values: Object.fromEntries(values) };
  }, [state, allows]);
}

const id = 'shared';

function Shown({ link, shared: { dashboard, allows } }: Props) {
  const [set, change] = useDashboardState(id, dashboard);
  const state = useAllowed(set, allows);
  const [tab, addressOfTab] = useTab(dashboard);
  const [folded, flip] = useFolded(tab);
  const shown = openCards(tab.cards, folded);
  const { visible, handleSight } = useInSight(shown);
  const run = useRun({ id, draft: false, dashboard, state, cards: shown.map((card) => card.id), visible });
  const { again } = run;
  useLiveCards(dashboard, run, link.watch);
  useRefresh(dashboard.refresh, again);
  const board = useMemo<BoardOf>(
    () => ({ id, draft: false, dashboard, change, again, isStill: false, isBare: true }),
    [dashboard, change, again],
  );
  const canSet = allows.controls.length > 0 || (allows.time && hasTime(dashboard));
  return (
    <BoardContext value={board}>
      <StateContext value={state}>
        <header className={style['head']}>
          <Title dashboard={dashboard} />
          <div className={style['facts']}>
            {!allows.time && hasTime(dashboard) && <Time dashboard={dashboard} state={state} />}
            <Freshness run={run} total={shown.length} />
            {allows.download && <DownloadMenu link={link} tab={tab.id} />}
          </div>
        </header>
        {canSet && <ControlsBar id={id} draft={false} dashboard={dashboard} state={state} onChange={change} />}
        <Notices dashboard={dashboard} run={run} />
        <Tabs {...{ dashboard, tab, addressOfTab }} />
        <Board cards={tab.cards} run={run} folded={folded} onFold={flip} onSight={handleSight} />
      </StateContext>
    </BoardContext>
  );
}

function Title({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  const description = textOf(dashboard.description, language);
  const heading = usePage(title);
  return (
    <div className={style['title']}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {description && <p dir="auto">{description}</p>}
    </div>
  );
}

/** Which time the numbers are of, where nobody can change it. */
function Time({ dashboard, state }: { dashboard: Dashboard; state: DashboardState }) {
  const language = useLanguage();
  const { span } = timeNow(dashboard, state);
  return <span>{upright(span ? spanLabel(span, language) : allTime[language])}</span>;
}

/** Tells the page around a frame how high this one is, so that it can make room. */
export function useHeightTold(): void {
  useEffect(() => {
    if (window.parent === window) return undefined;
    const tell = () =>
      window.parent.postMessage({ kind: 'shuju:height', height: document.documentElement.scrollHeight }, '*');
    const observer = new ResizeObserver(tell);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}
