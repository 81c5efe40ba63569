import { useMutation, useQueries } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import type { Import } from '#contract/imports/routes.ts';
import { call } from '#web/http/client.ts';
import { createAutomaticDashboard } from '#web/http/dashboards.ts';
import { importQuery } from '#web/http/imports.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { formatNumber } from '#display/format/number.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { toast } from '#web/ui/toast.ts';
import { throwUnlessNotFound } from '#web/http/not-found.ts';
import { useElapsed } from '../elapsed.ts';
import style from './FileList.module.css';
import { FilePicker } from './FilePicker.tsx';
import { ImportConfirmation } from './ImportConfirmation.tsx';

const isOver = (each: Import) => !['waiting', 'loading', 'unconfirmed'].includes(each.state);

/** Progress of the imports; opens the result when all are done. */
export function ImportProgress({ ids }: { ids: string[] }) {
  const answers = useQueries({ queries: ids.map((id) => ({ ...importQuery(id), throwOnError: throwUnlessNotFound })) });
  // A cancelled import may be gone together with its new application.
  const remaining = answers.filter((answer) => !isNotFound(answer.error));
  const imports = remaining.map((answer) => answer.data).filter((each): each is Import => each !== undefined);
  useOpenResult(imports.length === ids.length ? imports : []);
  if (remaining.length === 0) return <ImportCancelled />;
  return (
    <>
      <Heading imports={imports} />
      {imports.length < remaining.length ? <PageSpinner /> : <ImportList imports={imports} />}
    </>
  );
}

/** A heading for running imports, or for their outcome when nothing is opened automatically. */
function Heading({ imports }: { imports: Import[] }) {
  const { t } = useTranslation();
  if (imports.some(({ state }) => state === 'unconfirmed')) return <PageHeading title={t('upload.confirm.heading')} />;
  if (imports.length === 0 || !imports.every(isOver))
    return <PageHeading title={t('upload.loading')} lead={t('upload.loadingLead')} />;
  const end = (['failed', 'cancelled', 'done'] as const).find((state) => imports.some((each) => each.state === state));
  return <PageHeading title={t(`upload.ends.${end}`)} />;
}

function ImportList({ imports }: { imports: Import[] }) {
  const { t } = useTranslation();
  const application = imports[0]?.applicationId;
  return (
    <Panel>
      <ul className={style['files']}>
        {imports.map((each) => (
          <ImportRow key={each.id} each={each} />
        ))}
      </ul>
      {imports.every(isOver) && application && (
        <div className={style['again']}>
          <LinkButton to={`/application/${application}`} primary>
            {t('upload.toApplication')}
          </LinkButton>
        </div>
      )}
    </Panel>
  );
}

function ImportCancelled() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('upload.ends.cancelled')} />
      <EmptyState picture={<InflowPicture />} title={t('upload.cancelled')} text={t('upload.cancelledText')}>
        <FilePicker primary />
        <LinkButton to="/application">{t('upload.toApplications')}</LinkButton>
      </EmptyState>
    </>
  );
}

/** Opens the result once all imports are done: a dashboard, the dataset, or the application if there are several. */
function useOpenResult(imports: Import[]): void {
  const { t } = useTranslation();
  const openResult = useNavigateToResult();
  const language = useLanguage();
  const isDone = imports.length > 0 && imports.every((each) => each.state === 'done');
  const [first] = imports;
  const application = first?.applicationId;
  const dataset = imports.length === 1 ? first?.datasetId : undefined;
  const rows = imports.reduce((sum, each) => sum + each.rows, 0);
  const rejected = imports.reduce((sum, each) => sum + each.rejected, 0);
  const corrected = imports.reduce((sum, each) => sum + each.corrected, 0);
  useEffect(() => {
    if (!isDone) return;
    void openResult(`/application/${application}${dataset ? `/datasets/${dataset}` : ''}`, first?.datasetId);
    const parts = [
      t('upload.done', { rows: formatNumber(rows, language) }),
      corrected > 0 && t('upload.doneCorrected', { corrected: formatNumber(corrected, language) }),
      rejected > 0 && t('upload.doneBut', { rejected: formatNumber(rejected, language) }),
    ];
    void toast(rejected > 0 ? 'warning' : 'success', parts.filter(Boolean).join(t('upload.donePause')));
  }, [isDone, application, dataset, rows, rejected, corrected, first?.datasetId, openResult, t, language]);
}

/**
 * Navigates to a path, or to a new dashboard of the dataset if requested. If none can be created, the path is the
 * fallback.
 */
function useNavigateToResult(): (to: string, dataset: string | null | undefined) => Promise<void> {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const hasBoard = query.get('then') === 'dashboard';
  const folder = query.get('boardFolder');
  return useCallback(
    async (to, dataset) => {
      const create = (id: string) => createAutomaticDashboard(id, 'overview', folder).catch(toastProblem);
      const dashboard = dataset && hasBoard ? await create(dataset) : undefined;
      await navigate(dashboard ? `/dashboard/${dashboard.id}` : to, { replace: true });
    },
    [navigate, hasBoard, folder],
  );
}

function ImportRow({ each }: { each: Import }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutate: cancel } = useMutation({
    mutationFn: () => call('DELETE /imports/:id', { id: each.id }),
    onError: toastProblem,
  });
  const { state, percent, failure, confirmation } = each;
  const elapsed = useElapsed(!isOver(each) && !confirmation);
  const counts = { rows: formatNumber(each.rows, language), percent: Math.round(percent), count: each.rows };
  return (
    <li className={style['file']}>
      <div className={style['body']}>
        <div className={style['line']}>
          <strong dir="auto">{each.dataset}</strong>
          <span className="numbers" role="status">
            {state === 'loading' ? t('upload.progress', counts) : t(`imports.states.${state}`)}
            {elapsed}
          </span>
        </div>
        {confirmation ? (
          <ImportConfirmation each={each} confirmation={confirmation} />
        ) : failure ? (
          <p role="alert" className={style['failure']}>
            {failure.message}
          </p>
        ) : (
          <Progress percent={state === 'waiting' ? undefined : percent} label={each.dataset} />
        )}
      </div>
      {!isOver(each) && !confirmation && (
        <Button size="small" onClick={() => cancel()}>
          {t('common.cancel')}
        </Button>
      )}
    </li>
  );
}
