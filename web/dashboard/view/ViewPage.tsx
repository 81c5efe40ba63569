import { EditOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useLocation } from 'react-router';

import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { whenDrawn } from '#web/charts/draw-queue.ts';
import { sendKeepalive } from '#web/http/client.ts';
import { DashboardGrid } from '#web/viewer/DashboardGrid.tsx';
import { type DashboardContextValue, DashboardContext, StateContext } from '#web/viewer/dashboard-context.ts';
import { ControlsBar } from '#web/viewer/controls/ControlsBar.tsx';
import { useLiveCards, useRefresh } from '#web/viewer/live.ts';
import { Notices } from '#web/viewer/Notices.tsx';
import { useRun } from '#web/viewer/run.ts';
import { unfoldedCards } from '#web/viewer/run-input.ts';
import { useVisibleCards } from '#web/viewer/visible-cards.ts';
import { useDashboardState } from '#web/viewer/dashboard-state.ts';
import { useFolded, useTab } from '#web/viewer/tab.ts';
import { Tabs } from '#web/viewer/Tabs.tsx';
import { readSeeAs } from '#web/shell/see-as.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { useFullscreen } from './fullscreen.ts';
import { useShortcuts } from './keys.ts';
import { ViewHead } from './ViewHead.tsx';
import style from './ViewPage.module.css';

/** View mode of a dashboard. */
export function ViewPage({ saved }: { saved: SavedDashboard }) {
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const [tab, addressOfTab] = useTab(dashboard);
  useScrollToCard();
  const [folded, toggleFold] = useFolded(tab);
  const unfolded = unfoldedCards(tab.cards, folded);
  const { visible, handleVisibility } = useVisibleCards(unfolded);
  const run = useRun({ id, draft: false, dashboard, state, cards: unfolded.map((card) => card.id), visible });
  const { rerun } = run;
  useLiveCards(dashboard, run);
  useRefresh(dashboard.refresh, rerun);
  useRecordView(id);
  const [isFull, setFull] = useFullscreen();
  const openMode = useOpenMode();
  const mayEdit = saved.right === 'edit';
  const toggleFullscreen = useCallback(() => setFull(!isFull), [isFull, setFull]);
  const present = useCallback(() => openMode('present'), [openMode]);
  const edit = useCallback(() => openMode('edit'), [openMode]);
  useShortcuts({
    r: () => rerun({ fresh: true }),
    f: toggleFullscreen,
    e: mayEdit ? edit : undefined,
    Escape: isFull ? toggleFullscreen : undefined,
  });
  const context = useMemo<DashboardContextValue>(
    () => ({ id, draft: false, dashboard, change, rerun, isStatic: false }),
    [id, dashboard, change, rerun],
  );
  const head = {
    saved,
    run,
    total: unfolded.length,
    isFull,
    onFull: toggleFullscreen,
    onPresent: present,
    onEdit: edit,
  };
  return (
    <DashboardContext value={context}>
      <StateContext value={state}>
        <div className={style['page']} data-full={isFull}>
          <ViewHead {...head} />
          <ControlsBar id={id} draft={false} dashboard={dashboard} state={state} onChange={change} />
          <Notices dashboard={dashboard} run={run} />
          <Tabs {...{ dashboard, tab, addressOfTab }} />
          {tab.cards.length === 0 && <NoCards onEdit={mayEdit ? edit : undefined} />}
          <DashboardGrid
            cards={tab.cards}
            run={run}
            folded={folded}
            onFold={toggleFold}
            onVisibility={handleVisibility}
          />
        </div>
      </StateContext>
    </DashboardContext>
  );
}

/** Switches to another mode, keeping the state in the URL. */
function useOpenMode(): (mode: 'edit' | 'present') => void {
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

/** Records the view. */
function useRecordView(id: string): void {
  useEffect(() => {
    if (readSeeAs()) return undefined;
    return whenDrawn(() => sendKeepalive('POST /dashboards/:id/seen', { id }));
  }, [id]);
}

/** Empty tab. */
function NoCards({ onEdit }: { onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<BoardPicture />}
      title={t('dashboard.view.noCards')}
      text={t(onEdit ? 'dashboard.view.noCardsText' : 'dashboard.view.noCardsWait')}
    >
      {onEdit ? (
        <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          {t('dashboard.view.edit')}
        </Button>
      ) : (
        <LinkButton to="/dashboard">{t('dashboard.view.toList')}</LinkButton>
      )}
    </EmptyState>
  );
}

/** Scrolls to the card named by the URL hash and highlights it briefly. */
function useScrollToCard(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    const card = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!card) return;
    card.scrollIntoView({ block: 'center' });
    const brand = getComputedStyle(card).getPropertyValue('--brand');
    card.animate({ outline: [`2px solid ${brand}`, '2px solid transparent'] }, { duration: 2000, easing: 'ease-in' });
  }, [location]);
}
