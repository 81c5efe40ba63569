import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { currentTimeOf } from '#domain/dashboard/filters.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { formatMoment } from '#display/format/date.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { textOf, capitalize } from '#display/words/subject.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { DashboardGrid } from '#web/viewer/DashboardGrid.tsx';
import { type DashboardContextValue, DashboardContext, StateContext } from '#web/viewer/dashboard-context.ts';
import { ReadOnlyChips } from '#web/viewer/controls/Chips.tsx';
import type { ControlsProps } from '#web/viewer/controls/control-fields.tsx';
import { DataAge, useNow } from '#web/viewer/Freshness.tsx';
import { exitFullscreen } from './fullscreen.ts';
import { useIdle } from './idle.ts';
import { useShortcuts } from './keys.ts';
import { useLiveCards, useRefresh } from '#web/viewer/live.ts';
import { useNarrow } from '#web/ui/narrow.ts';
import style from './PresentPage.module.css';
import { type DashboardRun, useRun } from '#web/viewer/run.ts';
import { type Slide, slidesOf, wholeTabs } from './slides.ts';
import { useDashboardState } from '#web/viewer/dashboard-state.ts';
import { useStageHeight, useSlideshow } from './slideshow.ts';
import { offsetOf } from '#web/viewer/zone-param.ts';

/** Slideshow: only the cards, as large as the screen allows, one tab after the other. */
export function PresentPage({ saved }: { saved: SavedDashboard }) {
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const [stage, height] = useStageHeight();
  const isNarrow = useNarrow();
  const slides = useMemo(
    () => (isNarrow ? wholeTabs(dashboard.tabs) : slidesOf(dashboard.tabs, height)),
    [isNarrow, dashboard.tabs, height],
  );
  const { slide, step } = useSlideshow(slides);
  // All cards of the tab, so that the next slide is ready.
  const cards = slides.filter(({ tab }) => tab === slide?.tab).flatMap((each) => each.cards.map((card) => card.id));
  const visible = slide?.cards.map((card) => card.id) ?? [];
  const run = useRun({ id, draft: false, dashboard, state, cards, visible });
  const { rerun } = run;
  useLiveCards(dashboard, run);
  // Refreshes even if the author set no interval: "today" changes.
  useRefresh(dashboard.refresh || defaultRefresh, rerun);
  const exit = useExit();
  useShortcuts({
    Escape: exit,
    r: () => rerun({ fresh: true }),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
  });
  const isIdle = useIdle();
  const context = useMemo<DashboardContextValue>(
    () => ({ id, draft: false, dashboard, change, rerun, isStatic: true }),
    [id, dashboard, change, rerun],
  );
  return (
    <DashboardContext value={context}>
      <StateContext value={state}>
        <main className={style['wall']} data-idle={isIdle}>
          <SlideHeader saved={saved} slide={slide} run={run} isIdle={isIdle} onLeave={exit} />
          <FilterSummary setting={{ id, draft: false, dashboard, state, onChange: change }} />
          <div ref={stage} className={style['stage']}>
            {slide && (
              <DashboardGrid
                key={`${slide.tab.id} ${slide.page}`}
                cards={slide.cards}
                run={run}
                folded={noFolded}
                onFold={ignore}
                onVisibility={ignore}
                rowHeight={slide.row}
              />
            )}
          </div>
        </main>
      </StateContext>
    </DashboardContext>
  );
}

const defaultRefresh = 60;
const ignore = () => undefined;
const noFolded: ReadonlySet<string> = new Set();

/** The current time range and filters, read-only. */
function FilterSummary({ setting }: { setting: ControlsProps }) {
  const language = useLanguage();
  const zone = useZone();
  const { dashboard, state } = setting;
  const { span, compare } = currentTimeOf(dashboard, state);
  const time = span ? spanLabel(span, language) : allTime[language];
  return (
    <div className={style['shown']}>
      {dashboard.time.targets.length > 0 && (
        <span>
          {capitalize(time)}
          {span && compare.kind !== 'none' && ` · ${capitalize(compareLabel(compare, language))}`}
          {` · ${zone} (${offsetOf(zone)})`}
        </span>
      )}
      <ReadOnlyChips setting={setting} />
    </div>
  );
}

type SlideHeaderProps = {
  saved: SavedDashboard;
  slide: Slide | undefined;
  run: DashboardRun;
  isIdle: boolean;
  onLeave: () => void;
};

function SlideHeader({ saved: { dashboard }, slide, run, isIdle, onLeave }: SlideHeaderProps) {
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
        <DataAge run={run} />
        <time className="numbers" title={zone}>
          {formatMoment(new Date(now).toISOString(), zone)}
        </time>
      </div>
    </header>
  );
}

function useExit(): () => void {
  const [, setParams] = useSearchParams();
  return () => {
    exitFullscreen();
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete('mode');
      next.delete('every');
      return next;
    });
  };
}
