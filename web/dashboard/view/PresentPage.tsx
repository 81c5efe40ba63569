import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Tab } from '#contract/dashboard.ts';
import { timeNow } from '#contract/dashboard-filters.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import { formatMoment } from '#display/format/date.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { textOf, upright } from '#display/words/subject.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Board } from './Board.tsx';
import { type Board as BoardOf, BoardContext } from './board.ts';
import { Chips } from './controls/Chips.tsx';
import type { Setting } from './controls/fields.tsx';
import { Age, useNow } from './Freshness.tsx';
import { leaveFull } from './full.ts';
import { gap, rowHeight } from './grid.ts';
import { useKeys } from './keys.ts';
import { useLiveCards, useRefresh } from './live.ts';
import style from './PresentPage.module.css';
import { useRun } from './run.ts';
import { openCards } from './sight.ts';
import { useDashboardState } from './state.ts';
import { useFolded } from './tab.ts';

/** A dashboard on a wall: nothing but its cards, as large as the screen allows, one tab after the other. */
export function PresentPage({ saved }: { saved: SavedDashboard }) {
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const tab = useTurn(dashboard.tabs);
  const [folded, flip] = useFolded(tab);
  const cards = openCards(tab.cards, folded).map((card) => card.id);
  const run = useRun({ id, draft: false, dashboard, state, cards, visible: cards });
  const { again } = run;
  useLiveCards(dashboard, run);
  // Without a wish of its author a wall asks again all the same: what is "today" changes.
  useRefresh(dashboard.refresh || usualRefresh, again);
  const leave = useLeave();
  useKeys({ Escape: leave, r: () => again({ fresh: true }) });
  const isIdle = useIdle();
  const board = useMemo<BoardOf>(
    () => ({ id, draft: false, dashboard, state, change, again, isStill: true }),
    [id, dashboard, state, change, again],
  );
  const row = useRowHeight(tab);
  return (
    <BoardContext value={board}>
      <main className={style['wall']} data-idle={isIdle}>
        <Top saved={saved} tab={tab} run={run} isIdle={isIdle} onLeave={leave} />
        <Shown setting={{ id, draft: false, dashboard, state, onChange: change }} />
        <Board cards={tab.cards} run={run} folded={folded} onFold={flip} onSight={ignore} rowHeight={row} />
      </main>
    </BoardContext>
  );
}

const usualRefresh = 60;
const ignore = () => undefined;

/** Which time and what else the numbers are of: who passes by has set nothing. */
function Shown({ setting }: { setting: Setting }) {
  const language = useLanguage();
  const { dashboard, state } = setting;
  const { span, compare } = timeNow(dashboard, state);
  const time = span ? spanLabel(span, language) : allTime[language];
  return (
    <div className={style['shown']}>
      {dashboard.time.targets.length > 0 && (
        <span>
          {upright(time)}
          {compare.kind !== 'none' && ` · ${upright(compareLabel(compare, language))}`}
        </span>
      )}
      <Chips setting={setting} />
    </div>
  );
}

type TopProps = {
  saved: SavedDashboard;
  tab: Tab;
  run: ReturnType<typeof useRun>;
  isIdle: boolean;
  onLeave: () => void;
};

function Top({ saved: { dashboard }, tab, run, isIdle, onLeave }: TopProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const now = useNow(1000);
  const name = textOf(tab.title, language);
  useEffect(() => {
    document.title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  }, [dashboard.title, language, t]);
  return (
    <header className={style['top']}>
      <h1 dir="auto">{textOf(dashboard.title, language) || t('dashboard.view.untitled')}</h1>
      {name && dashboard.tabs.length > 1 && <h2 dir="auto">{name}</h2>}
      <div className={style['quiet']}>
        {!isIdle && (
          <button type="button" onClick={onLeave}>
            {t('dashboard.view.leavePresent')}
          </button>
        )}
        <Age run={run} />
        <time className="numbers" title={zone}>
          {formatMoment(new Date(now).toISOString(), zone)}
        </time>
      </div>
    </header>
  );
}

function useLeave(): () => void {
  const [, setParams] = useSearchParams();
  return () => {
    leaveFull();
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('mode');
      next.delete('every');
      return next;
    });
  };
}

const [usualTurn, leastTurn] = [20, 3];

/** The tab whose turn it is; `every` in the address says how many seconds each has. */
function useTurn(tabs: Tab[]): Tab {
  const [params] = useSearchParams();
  const seconds = Math.max(leastTurn, Number(params.get('every')) || usualTurn);
  const begin = Math.max(
    0,
    tabs.findIndex(({ id }) => id === params.get('tab')),
  );
  const [turn, setTurn] = useState(begin);
  useEffect(() => {
    if (tabs.length < 2) return undefined;
    const timer = setInterval(() => setTurn((now) => now + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [tabs.length, seconds]);
  return tabs[turn % tabs.length]!;
}

const patience = 3000;

/** Whether nobody has moved for a while, so that the cursor can go. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), patience);
    const wake = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), patience);
    };
    const kinds = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const kind of kinds) window.addEventListener(kind, wake);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) window.removeEventListener(kind, wake);
    };
  }, []);
  return isIdle;
}

/** What stands around the board: its top and the room at its edges. */
const around = 96;
const sectionHead = 48;

/** Rows so high that a tab fills the screen, as long as that makes none lower than they were meant. */
function useRowHeight({ cards }: Tab): number {
  const [screen, setScreen] = useState(() => window.innerHeight);
  useEffect(() => {
    const handleSize = () => setScreen(window.innerHeight);
    window.addEventListener('resize', handleSize);
    return () => window.removeEventListener('resize', handleSize);
  }, []);
  const dividers = cards.filter(({ kind }) => kind === 'divider').length;
  const rows = Math.max(0, ...cards.map(({ place }) => place.y + place.height)) - dividers;
  const free = screen - around - dividers * sectionHead - (rows - 1) * gap;
  return rows < 1 ? rowHeight : Math.max(rowHeight, Math.floor(free / rows));
}
