import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import type { Import } from '#contract/imports.ts';
import { call } from '#web/http/client.ts';
import { makeDashboard } from '#web/http/dashboards.ts';
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
import { useElapsed } from '../elapsed.ts';
import { isMissing, throwUnlessMissing } from '../missing.ts';
import style from './FileList.module.css';
import { FilePicker } from './FilePicker.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';

const isOver = (each: Import) => !['waiting', 'loading', 'unconfirmed'].includes(each.state);

/** Rows on their way into datasets; when they are there, so is the reader. */
export function Loading({ ids }: { ids: string[] }) {
  const answers = useQueries({ queries: ids.map((id) => ({ ...importQuery(id), throwOnError: throwUnlessMissing })) });
  // What was cancelled may be gone together with the application that it would have begun.
  const left = answers.filter((answer) => !isMissing(answer.error));
  const imports = left.map((answer) => answer.data).filter((each): each is Import => each !== undefined);
  useArrival(imports.length === ids.length ? imports : []);
  if (left.length === 0) return <Gone />;
  return (
    <>
      <Heading imports={imports} />
      {imports.length < left.length ? <PageSpinner /> : <Progresses imports={imports} />}
    </>
  );
}

/** That rows are on their way, or how it ended where nobody is led on by himself. */
function Heading({ imports }: { imports: Import[] }) {
  const { t } = useTranslation();
  if (imports.some(({ state }) => state === 'unconfirmed')) return <PageHeading title={t('upload.confirm.heading')} />;
  if (imports.length === 0 || !imports.every(isOver))
    return <PageHeading title={t('upload.loading')} lead={t('upload.loadingLead')} />;
  const end = (['failed', 'cancelled', 'done'] as const).find((state) => imports.some((each) => each.state === state));
  return <PageHeading title={t(`upload.ends.${end}`)} />;
}

function Progresses({ imports }: { imports: Import[] }) {
  const { t } = useTranslation();
  const application = imports[0]?.applicationId;
  return (
    <Panel>
      <ul className={style['files']}>
        {imports.map((each) => (
          <Row key={each.id} each={each} />
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

function Gone() {
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

/** Leads to what was loaded once all of it is: a dashboard of it, the dataset, or the application if there are several. */
function useArrival(imports: Import[]): void {
  const { t } = useTranslation();
  const goOn = useGoingOn();
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
    void goOn(`/application/${application}${dataset ? `/datasets/${dataset}` : ''}`, first?.datasetId);
    const parts = [
      t('upload.done', { rows: formatNumber(rows, language) }),
      corrected > 0 && t('upload.doneCorrected', { corrected: formatNumber(corrected, language) }),
      rejected > 0 && t('upload.doneBut', { rejected: formatNumber(rejected, language) }),
    ];
    void toast(rejected > 0 ? 'warning' : 'success', parts.filter(Boolean).join(t('upload.donePause')));
  }, [isDone, application, dataset, rows, rejected, corrected, first?.datasetId, goOn, t, language]);
}

/** Goes on to an address, or to a dashboard of the dataset if that was wished for. Where none can be made, the rows are there. */
function useGoingOn(): (to: string, dataset: string | null | undefined) => Promise<void> {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const hasBoard = query.get('then') === 'dashboard';
  return useCallback(
    async (to, dataset) => {
      const made = dataset && hasBoard ? await makeDashboard(dataset).catch(toastProblem) : undefined;
      await navigate(made ? `/dashboard/${made.id}` : to, { replace: true });
    },
    [navigate, hasBoard],
  );
}

function Row({ each }: { each: Import }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const { mutate: cancel } = useMutation({
    mutationFn: () => call('DELETE /imports/:id', { id: each.id }),
    onSettled: () => void queries.invalidateQueries({ queryKey: importQuery(each.id).queryKey }),
    onError: toastProblem,
  });
  const { state, percent, failure, confirmation } = each;
  const elapsed = useElapsed(!isOver(each) && !confirmation);
  const figures = { rows: formatNumber(each.rows, language), percent: Math.round(percent) };
  return (
    <li className={style['file']}>
      <div className={style['body']}>
        <div className={style['line']}>
          <strong dir="auto">{each.dataset}</strong>
          <span className="numbers" role="status">
            {state === 'loading' ? t('upload.progress', figures) : t(`imports.states.${state}`)}
            {elapsed}
          </span>
        </div>
        {confirmation ? (
          <Unconfirmed each={each} confirmation={confirmation} />
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
