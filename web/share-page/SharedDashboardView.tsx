import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { currentTimeOf } from '#domain/dashboard/filters.ts';
import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { SharePermissions, SharedDashboard } from '#contract/shares/routes.ts';
import { allTime, spanLabel } from '#display/words/span.ts';
import { textOf, capitalize } from '#display/words/subject.ts';
import { DashboardGrid } from '#web/viewer/DashboardGrid.tsx';
import {
  type DashboardContextValue,
  DashboardContext,
  StateContext,
  useStateContext,
} from '#web/viewer/dashboard-context.ts';
import { hasTime } from '#web/viewer/controls/changes.ts';
import { ControlsBar } from '#web/viewer/controls/ControlsBar.tsx';
import { Freshness } from '#web/viewer/Freshness.tsx';
import { useLiveCards, useRefresh } from '#web/viewer/live.ts';
import { Notices } from '#web/viewer/Notices.tsx';
import { useRun } from '#web/viewer/run.ts';
import { unfoldedCards } from '#web/viewer/run-input.ts';
import { useVisibleCards } from '#web/viewer/visible-cards.ts';
import { SourceContext } from '#web/viewer/dashboard-source.ts';
import { useDashboardState } from '#web/viewer/dashboard-state.ts';
import { useFolded, useTab } from '#web/viewer/tab.ts';
import { Tabs } from '#web/viewer/Tabs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import type { DashboardFormat } from '#contract/dashboards/exports.ts';
import { download } from '#web/http/download.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import type { ShareLink } from './share-link.ts';
import { useLinkSource } from './link-source.ts';
import style from './Share.module.css';

type SharedDashboardViewProps = { link: ShareLink; shared: SharedDashboard };

/** The dashboard of a public link. */
export function SharedDashboardView({ link, shared }: SharedDashboardViewProps) {
  const source = useLinkSource(link, shared);
  return (
    <SourceContext value={source}>
      <SharedContent link={link} shared={shared} />
    </SourceContext>
  );
}

/** The state from the URL, restricted to what the link allows. */
function useAllowedState(state: DashboardState, allows: SharePermissions): DashboardState {
  return useMemo(() => {
    const values = Object.entries(state.values).filter(([id]) => allows.controls.includes(id));
    return { ...state, time: allows.time ? state.time : null, values: Object.fromEntries(values) };
  }, [state, allows]);
}

const id = 'shared';

function SharedContent({ link, shared: { dashboard, allows } }: SharedDashboardViewProps) {
  const [urlState, change] = useDashboardState(id, dashboard);
  const state = useAllowedState(urlState, allows);
  const [tab, addressOfTab] = useTab(dashboard);
  const [folded, flip] = useFolded(tab);
  const visibleCards = unfoldedCards(tab.cards, folded);
  const { visible, handleVisibility } = useVisibleCards(visibleCards);
  const run = useRun({ id, draft: false, dashboard, state, cards: visibleCards.map((card) => card.id), visible });
  const { rerun } = run;
  useLiveCards(dashboard, run, link.watch);
  useRefresh(dashboard.refresh, rerun);
  const board = useMemo<DashboardContextValue>(
    () => ({ id, draft: false, dashboard, change, rerun, isStatic: false, isBare: true }),
    [dashboard, change, rerun],
  );
  const canSet = allows.controls.length > 0 || (allows.time && hasTime(dashboard));
  return (
    <DashboardContext value={board}>
      <StateContext value={state}>
        <header className={style['head']}>
          <Title dashboard={dashboard} />
          <div className={style['facts']}>
            {!allows.time && hasTime(dashboard) && <TimeRange dashboard={dashboard} state={state} />}
            <Freshness run={run} total={visibleCards.length} />
            {allows.download && <DownloadMenu link={link} tab={tab.id} />}
          </div>
        </header>
        {canSet && <ControlsBar id={id} draft={false} dashboard={dashboard} state={state} onChange={change} />}
        <Notices dashboard={dashboard} run={run} />
        <Tabs {...{ dashboard, tab, addressOfTab }} />
        <DashboardGrid cards={tab.cards} run={run} folded={folded} onFold={flip} onVisibility={handleVisibility} />
      </StateContext>
    </DashboardContext>
  );
}

function Title({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  const description = textOf(dashboard.description, language);
  const heading = usePageTitle(title);
  return (
    <div className={style['title']}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {description && <p dir="auto">{description}</p>}
    </div>
  );
}

/** The time range, where viewers cannot change it. */
function TimeRange({ dashboard, state }: { dashboard: Dashboard; state: DashboardState }) {
  const language = useLanguage();
  const { span } = currentTimeOf(dashboard, state);
  return <span>{capitalize(span ? spanLabel(span, language) : allTime[language])}</span>;
}

/** Reports the page height to the embedding page, so that it can size the frame. */
export function useReportHeight(): void {
  useEffect(() => {
    if (window.parent === window) return undefined;
    const reportHeight = () =>
      window.parent.postMessage({ kind: 'shuju:height', height: document.documentElement.scrollHeight }, '*');
    const observer = new ResizeObserver(reportHeight);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}

const formats: DashboardFormat[] = ['xlsx', 'pdf', 'png'];

/** Exports the shared dashboard in its current state. */
function DownloadMenu({ link: { pass }, tab }: { link: ShareLink; tab: string }) {
  const { t } = useTranslation();
  const state = useStateContext();
  const { language, theme } = useLook();
  const { mutate, isPending } = useMutation({
    mutationFn: (format: DashboardFormat) =>
      download('POST /shares/file', { pass: pass(), state, language, theme, tab, format }),
    onError: toastProblem,
  });
  const label = t('dashboard.export.label');
  const items = formats.map((format) => ({
    key: format,
    text: t(`dashboard.export.${format}`),
    onSelect: () => mutate(format),
  }));
  return (
    <Menu label={label} items={items} opensOn="click">
      <Button icon={<DownloadOutlined aria-hidden />} aria-label={label} title={label} loading={isPending} />
    </Menu>
  );
}
