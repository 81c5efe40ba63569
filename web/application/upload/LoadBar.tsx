import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import type { Import } from '#contract/imports.ts';
import { applicationsQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import type { Home } from './ApplicationChoice.tsx';
import style from './LoadBar.module.css';
import { clashOf, importOf } from './plan.ts';
import type { Plan } from './plans.ts';
import { cancelUpload } from './transfers.ts';

type Props = { plans: Plan[]; home: Home; isComplete: boolean };

/** What is about to be loaded, and the one button that does it. */
export function LoadBar({ plans, home, isComplete }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { load, problem, isLoading } = useLoad(home);
  const chosen = plans.filter((plan) => plan.chosen);
  const obstacle = obstacleOf(chosen, home);
  const board = useBoardWish(chosen);
  const rows = chosen.reduce((sum, plan) => sum + plan.table.rows, 0);
  const leave = () => {
    void navigate('id' in home ? `/application/${home.id}` : '/application');
    for (const id of query.getAll('id')) void cancelUpload(id);
  };
  const message = problem ? sentenceOf(problem) : obstacle && t(`upload.obstacles.${obstacle.kind}`, obstacle);
  return (
    <div className={style['bar']}>
      <p role="status" data-wrong={Boolean(message) && obstacle?.kind !== 'matching'}>
        {message ?? t('upload.summary', { tables: chosen.length, rows: formatNumber(rows, language) })}
      </p>
      {board.isPossible && (
        <Checkbox checked={board.isWanted} onChange={(event) => board.want(event.target.checked)}>
          {t('upload.board')}
        </Checkbox>
      )}
      <Button onClick={leave}>{t('common.cancel')}</Button>
      <Button
        type="primary"
        loading={isLoading || !isComplete}
        disabled={Boolean(obstacle) || !board.isKnown}
        onClick={() => load({ plans: chosen, hasBoard: board.isWanted })}
      >
        {t('upload.load')}
      </Button>
    </div>
  );
}

/** A new dataset may become a dashboard at once; the first one, and what was dropped among dashboards, does unless someone says no. */
function useBoardWish(chosen: Plan[]) {
  const { data: dashboards, isPending } = useQuery({ ...dashboardsQuery, throwOnError: false });
  const [query] = useSearchParams();
  const [choice, want] = useState<boolean>();
  const isLikely = query.get('then') === 'dashboard' || dashboards?.length === 0;
  const isPossible = chosen.some(({ target }) => target.kind === 'new');
  // Nothing changes under the hand of whoever is about to press the button.
  return { isKnown: !isPending, isPossible, isWanted: isPossible && (choice ?? isLikely), want };
}

type Obstacle = { kind: 'none' | 'unnamed' | 'empty' | 'clash' | 'matching'; name: string };

/** What keeps the chosen tables from being loaded. */
function obstacleOf(chosen: Plan[], home: Home): Obstacle | undefined {
  if (chosen.length === 0) return { kind: 'none', name: '' };
  if ('name' in home && !home.name.trim()) return { kind: 'unnamed', name: '' };
  for (const { table, upload, target, columns, matched } of chosen) {
    const name = table.name || upload.name;
    if (target.kind === 'existing' && !matched) return { kind: 'matching', name };
    if (target.kind === 'new' && !target.name.trim()) return { kind: 'unnamed', name };
    const kept = columns.filter((column) => column.kept);
    if (kept.length === 0) return { kind: 'empty', name };
    const clash = clashOf(columns) ?? kept.find((column) => !column.name.trim())?.name;
    if (clash !== undefined) return { kind: 'clash', name: clash };
  }
  return undefined;
}

/** Begins the imports, then shows how far they are. Files of which nothing is loaded are let go of. */
function useLoad(home: Home) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ plans }: { plans: Plan[]; hasBoard: boolean }) => startImports(plans, home),
    onSuccess: async (started, { plans, hasBoard }) => {
      void queries.invalidateQueries({ queryKey: applicationsQuery.queryKey });
      const used = new Set(plans.map((plan) => plan.upload.id));
      for (const id of query.getAll('id').filter((each) => !used.has(each))) void cancelUpload(id);
      const address = new URLSearchParams(started.map(({ id }) => ['import', id]));
      if (hasBoard) address.set('then', 'dashboard');
      await navigate(`/application/upload?${address}`, { replace: true });
    },
  });
  return { load: mutate, problem: error, isLoading: isPending };
}

/** File by file: the first may create the application that the others go into. */
async function startImports(plans: Plan[], home: Home): Promise<Import[]> {
  const started: Import[] = [];
  for (const id of new Set(plans.map((plan) => plan.upload.id))) {
    const imports = plans
      .filter((plan) => plan.upload.id === id)
      .map(({ number, target, columns }) => importOf(number, target, columns));
    const application = started[0] ? { id: started[0].applicationId } : home;
    try {
      started.push(...(await call('POST /uploads/:id/imports', { id, application, imports })));
    } catch (problem) {
      if (started.length === 0) throw problem;
      // What has begun goes on, and is shown.
      toastProblem(problem);
    }
  }
  return started;
}
