import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import type { Import } from '#contract/imports/routes.ts';
import { call } from '#web/http/client.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { formatNumber } from '#display/format/number.ts';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import type { TargetApplication } from './ApplicationChoice.tsx';
import { duplicateOf, importOf } from './column-plans.ts';
import { isPreviewed, type UploadPlan } from './table-plans.ts';
import { cancelUpload } from './transfers.ts';

type LoadBarProps = { plans: UploadPlan[]; application: TargetApplication; isComplete: boolean };

/** Summary of what will be loaded, and the button that starts it. */
export function LoadBar({ plans, application, isComplete }: LoadBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { load, problem, isLoading } = useLoad(application);
  const chosen = plans.filter((plan) => plan.chosen);
  const obstacle = obstacleOf(chosen, application);
  const dashboardChoice = useDashboardChoice(chosen);
  const rows = chosen.reduce((sum, plan) => sum + plan.table.rows, 0);
  const cancel = () => {
    void navigate('id' in application ? `/application/${application.id}` : '/application');
    for (const id of query.getAll('id')) void cancelUpload(id);
  };
  const isPreview = plans.some(isPreviewed);
  const message = problem ? sentenceOf(problem) : obstacle && t(`upload.obstacles.${obstacle.kind}`, obstacle);
  const summary = isPreview
    ? t('upload.notYet')
    : t('upload.summary', { tables: chosen.length, rows: formatNumber(rows, language) });
  return (
    <BottomBar
      text={isPreview ? summary : (message ?? summary)}
      isWrong={Boolean(message) && !isPreview && obstacle?.kind !== 'matching'}
    >
      {dashboardChoice.isPossible && (
        <Checkbox checked={dashboardChoice.isChosen} onChange={(event) => dashboardChoice.choose(event.target.checked)}>
          {t('upload.board')}
        </Checkbox>
      )}
      <Button onClick={cancel}>{t('common.cancel')}</Button>
      <Button
        type="primary"
        loading={isLoading || !isComplete}
        disabled={isPreview || Boolean(obstacle) || !dashboardChoice.isLoaded}
        onClick={() => load({ plans: chosen, hasBoard: dashboardChoice.isChosen })}
      >
        {t('upload.load')}
      </Button>
    </BottomBar>
  );
}

/**
 * Whether to create a dashboard of a new dataset: by default for the first dataset, and for files dropped on the
 * dashboard list.
 */
function useDashboardChoice(chosen: UploadPlan[]) {
  const { data: dashboards, isPending } = useQuery({ ...dashboardsQuery, throwOnError: false });
  const [query] = useSearchParams();
  const [choice, setChoice] = useState<boolean>();
  const isDefault = query.get('then') === 'dashboard' || dashboards?.length === 0;
  const isPossible = chosen.some(({ target }) => target.kind === 'new');
  // The button is disabled until the default is loaded, so that it cannot change just before a click.
  return { isLoaded: !isPending, isPossible, isChosen: isPossible && (choice ?? isDefault), choose: setChoice };
}

type Obstacle = { kind: 'none' | 'unnamed' | 'empty' | 'clash' | 'matching'; name: string };

/** The reason why the selected tables cannot be loaded yet. */
export function obstacleOf(chosen: UploadPlan[], application: TargetApplication): Obstacle | undefined {
  if (chosen.length === 0) return { kind: 'none', name: '' };
  if ('name' in application && !application.name.trim()) return { kind: 'unnamed', name: '' };
  for (const { table, upload, target, columns, matched } of chosen) {
    const name = table.name || upload.name;
    if (target.kind === 'existing' && !matched) return { kind: 'matching', name };
    if (target.kind === 'new' && !target.name.trim()) return { kind: 'unnamed', name };
    const included = columns.filter((column) => column.isIncluded);
    if (included.length === 0) return { kind: 'empty', name };
    const clash = duplicateOf(columns) ?? included.find((column) => !column.name.trim())?.name;
    if (clash !== undefined) return { kind: 'clash', name: clash };
  }
  return undefined;
}

/** Starts the imports, then shows their progress. Uploads without any selected table are cancelled. */
function useLoad(application: TargetApplication) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ plans }: { plans: UploadPlan[]; hasBoard: boolean }) =>
      startImports(plans, placeIn(application, query.get('folder'))),
    onSuccess: async (started, { plans, hasBoard }) => {
      const used = new Set(plans.map((plan) => plan.upload.id));
      for (const id of query.getAll('id').filter((each) => !used.has(each))) void cancelUpload(id);
      const address = new URLSearchParams(started.map(({ id }) => ['import', id]));
      if (hasBoard) address.set('then', 'dashboard');
      const boardFolder = query.get('boardFolder');
      if (boardFolder) address.set('boardFolder', boardFolder);
      await navigate(`/application/upload?${address}`, { replace: true });
    },
  });
  return { load: mutate, problem: error, isLoading: isPending };
}

const placeIn = (application: TargetApplication, folder: string | null): PlacedApplication =>
  'id' in application ? application : { ...application, folder };

type PlacedApplication = { id: string } | { name: string; folder: string | null };

/** Sequential: the first file may create the application of the others. */
async function startImports(plans: UploadPlan[], destination: PlacedApplication): Promise<Import[]> {
  const started: Import[] = [];
  for (const id of new Set(plans.map((plan) => plan.upload.id))) {
    const imports = plans
      .filter((plan) => plan.upload.id === id)
      .map(({ number, target, columns }) => importOf(number, target, columns));
    const application = started[0] ? { id: started[0].applicationId } : destination;
    try {
      started.push(...(await call('POST /uploads/:id/imports', { id, application, imports })));
    } catch (problem) {
      if (started.length === 0) throw problem;
      // Imports that have started continue and are shown.
      toastProblem(problem);
    }
  }
  return started;
}
