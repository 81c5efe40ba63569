import {
  ApartmentOutlined,
  DesktopOutlined,
  EditOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ReloadOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { AccessButton } from '#web/access/AccessButton.tsx';
import { SeeAsButton } from '#web/access/SeeAsButton.tsx';
import { SharingMark } from '#web/access/SharingMark.tsx';
import { ShareButton } from '#web/shares/ShareButton.tsx';
import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { setExpectedData } from '#web/http/query-client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { Freshness } from '#web/viewer/Freshness.tsx';
import type { DashboardRun } from '#web/viewer/run.ts';
import style from './ViewHead.module.css';

type ViewToolProps = {
  saved: SavedDashboard;
  run: DashboardRun;
  /** The number of cards in the run. */
  total: number;
  isFull: boolean;
  onFull: () => void;
  onPresent: () => void;
  onEdit: () => void;
};

/** Title, freshness and actions of the dashboard. */
export const ViewHead = memo(function ViewHead({
  saved,
  run,
  total,
  isFull,
  onFull,
  onPresent,
  onEdit,
}: ViewToolProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const mayEdit = saved.right === 'edit';
  const { dashboard } = saved;
  const title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  const description = textOf(dashboard.description, language);
  const heading = usePageTitle(title);
  return (
    <header className={style['head']}>
      <div className={style['title']}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        <FavouriteToggle saved={saved} />
        {!mayEdit && <SharingMark sharing={saved.sharing} />}
        {description && (
          <p title={description} dir="auto">
            {description}
          </p>
        )}
      </div>
      <div className={style['tools']}>
        <Freshness run={run} total={total} />
        <Tool
          label={t('dashboard.view.refresh')}
          icon={<ReloadOutlined aria-hidden />}
          onClick={() => run.rerun({ fresh: true })}
        />
        <Tool
          label={t(isFull ? 'dashboard.view.leaveFull' : 'dashboard.view.full')}
          icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          onClick={onFull}
          isDesktopOnly
        />
        <ExportMenu />
        <Tool
          label={t('dashboard.view.present')}
          icon={<DesktopOutlined aria-hidden />}
          onClick={onPresent}
          isDesktopOnly
        />
        <LineageTool id={saved.id} />
        {mayEdit && <SeeAsButton className={style['screens'] ?? ''} />}
        {mayEdit && <ShareButton />}
        {mayEdit && <AccessButton kind="dashboard" id={saved.id} sharing={saved.sharing} />}
        {mayEdit && (
          <Button
            className={style['edit'] ?? ''}
            aria-label={t('dashboard.view.edit')}
            icon={<EditOutlined aria-hidden />}
            onClick={onEdit}
          >
            {t('dashboard.view.edit')}
          </Button>
        )}
      </div>
    </header>
  );
});

type ToolProps = {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** Hidden on phones, where it makes no sense and has no space. */
  isDesktopOnly?: boolean;
};

function Tool({ label, icon, onClick, isDesktopOnly = false }: ToolProps) {
  const name = isDesktopOnly ? (style['screens'] ?? '') : '';
  return <Button className={name} icon={icon} aria-label={label} title={label} onClick={onClick} />;
}

/** A separate component, because `useNavigate` renders again whenever the URL changes. */
function LineageTool({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Tool
      label={t('lineage.title')}
      icon={<ApartmentOutlined aria-hidden />}
      onClick={() => void navigate(`/dashboard/lineage/dashboard/${id}`)}
    />
  );
}

function FavouriteToggle({ saved: { id, isFavourite } }: Pick<ViewToolProps, 'saved'>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (isNow: boolean) => call('PUT /dashboards/:id/favourite', { id, isFavourite: isNow }),
    onMutate: (isNow) => setExpectedData(queries, dashboardQuery(id), (saved) => ({ ...saved, isFavourite: isNow })),
    onError: (error) => {
      toastProblem(error);
      void queries.invalidateQueries(dashboardQuery(id));
    },
  });
  const label = t(isFavourite ? 'dashboard.view.unstar' : 'dashboard.view.star');
  return (
    <Button
      type="text"
      size="small"
      className={style['star'] ?? ''}
      data-on={isFavourite}
      aria-pressed={isFavourite}
      aria-label={label}
      title={label}
      icon={isFavourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      onClick={() => mutate(!isFavourite)}
    />
  );
}
