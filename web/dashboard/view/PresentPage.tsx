import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { timeNow } from '#contract/dashboard-filters.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import { formatMoment } from '#display/format/date.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { textOf, upright } from '#display/words/subject.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Board } from './Board.tsx';
import { type Board as BoardOf, BoardContext, StateContext } from './board.ts';
import { StillChips } from './controls/Chips.tsx';
import type { Setting } from './controls/fields.tsx';
import { Age, useNow } from './Freshness.tsx';
import { leaveFull } from './full.ts';
import { useIdle } from './idle.ts';
import { useKeys } from './keys.ts';
import { useLiveCards, useRefresh } from './live.ts';
import { useNarrow } from './narrow.ts';
import style from './PresentPage.module.css';
import { type Run, useRun } from './run.ts';
import { type Slide, slidesOf, wholeTabs } from './slides.ts';
import { useDashboardState } from './state.ts';
import { useRoom, useTurn } from './turn.ts';
import { offsetOf } from './zone.ts';

/** A dashboard on a wall: nothing but its cards, as large as the screen allows, one tab after the other. */
export function PresentPage({ saved }: { saved: SavedDashboard }) {
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const [stage, room] = useRoom();
  const isNarrow = useNarrow();
  const slides = useMemo(
    () => (isNarrow ? wholeTabs(dashboard.tabs) : slidesOf(dashboard.tabs, room)),
    [isNarrow, dashboard.tabs, room],
  );
  const { slide, step } = useTurn(slides);
  // All of its tab, so that the next page is there when it turns.
  const cards = slides.filter(({ tab }) => tab === slide?.tab).flatMap((each) => each.cards.map((card) => card.id));
  const visible = slide?.cards.map((card) => card.id) ?? [];
  const run = useRun({ id, draft: false, dashboard, state, cards, visible });
  const { again } = run;
  useLiveCards(dashboard, run);
  // Without a wish of its author a wall asks again all the same: what is "today" changes.
  useRefresh(dashboard.refresh || usualRefresh, again);
  const leave = useLeave();
  useKeys({
    Escape: leave,
    r: () => again({ fresh: true }),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
  });
  const isIdle = useIdle();
  const board = useMemo<BoardOf>(
    () => ({ id, draft: false, dashboard, change, again, isStill: true }),
    [id, dashboard, change, again],
  );
  return (
    <BoardContext value={board}>
      <StateContext value={state}>
        <main className={style['wall']} data-idle={isIdle}>
          <Top saved={saved} slide={slide} run={run} isIdle={isIdle} onLeave={leave} />
          <Shown setting={{ id, draft: false, dashboard, state, onChange: change }} />
          <div ref={stage} className={style['stage']}>
            {slide && (
              <Board
                key={`${slide.tab.id} ${slide.page}`}
                cards={slide.cards}
                run={run}
                folded={none}
                onFold={ignore}
                onSight={ignore}
                rowHeight={slide.row}
              />
            )}
          </div>
        </main>
      </StateContext>
    </BoardContext>
  );
}

const usualRefresh = 60;
const ignore = () => undefined;
const none: ReadonlySet<string> = new Set();

/** Which time and what else the numbers are of: who passes by has set nothing. */
function Shown({ setting }: { setting: Setting }) {
  const language = useLanguage();
  const zone = useZone();
  const { dashboard, state } = setting;
  const { span, compare } = timeNow(dashboard, state);
  const time = span ? spanLabel(span, language) : allTime[language];
  return (
    <div className={style['shown']}>
      {dashboard.time.targets.length > 0 && (
        <span>
          {upright(time)}
          {span && compare.kind !== 'none' && ` · ${upright(compareLabel(compare, language))}`}
          {` · ${zone} (${offsetOf(zone)})`}
        </span>
      )}
      <StillChips setting={setting} />
    </div>
  );
}

type TopProps = {
  saved: SavedDashboard;
  slide: Slide | undefined;
  run: Run;
  isIdle: boolean;
  onLeave: () => void;
};

function Top({ saved: { dashboard }, slide, run, isIdle, onLeave }: TopProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const now = useNow(1000);
  const name = slide && dashboard.tabs.length > 1 ? textOf(slide.tab.title, language) : '';
  useEffect(() => {
    document.title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  }, [dashboard.title, language, t]);
  return (
    <header className={style['top']}>
      <h1 dir="auto">{textOf(dashboard.title, language) || t('dashboard.view.untitled')}</h1>
      {name && <h2 dir="auto">{name}</h2>}
      {slide && slide.pages > 1 && <span className={style['page']}>{t('dashboard.view.page', slide)}</span>}
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
