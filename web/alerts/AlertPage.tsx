import { ApartmentOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import type { Alert } from '#contract/alerts/routes.ts';
import { conditionWords } from '#display/words/notice.ts';
import { alertQuery, backtestQuery } from '#web/http/alerts.ts';
import { call } from '#web/http/client.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';
import { useLive } from '#web/http/live.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { RemoveButton } from '#web/ui/RemoveButton.tsx';
import style from './AlertPage.module.css';
import { Events } from './Events.tsx';
import { BacktestResult } from './BacktestResult.tsx';
import { SnoozeMenu } from './SnoozeMenu.tsx';
import { StateBadge } from './StateBadge.tsx';

const AlertDialog = lazy(() => import('./AlertDialog.tsx').then((module) => ({ default: module.AlertDialog })));

/** Page of one alert: state, watched query, backtest and history. */
export function AlertPage() {
  useLive();
  const { alert: id = '' } = useParams();
  const { data, error } = useQuery({ ...alertQuery(id), throwOnError: (problem) => !isNotFound(problem) });
  if (isNotFound(error)) return <NotFound />;
  if (!data) return <PageSpinner />;
  return <LoadedAlert {...data} key={id} />;
}

function LoadedAlert({ alert, events }: Awaited<ReturnType<typeof loadAlert>>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { watch, condition, zone, origin } = alert;
  const { data: backtest, isFetching, refetch, error } = useQuery(backtestQuery({ watch, condition, zone, origin }));
  return (
    <>
      <Breadcrumbs label={t('alerts.title')} links={[{ to: '/dashboard/alerts', text: t('alerts.title') }]} />
      <PageHeading title={alert.name} lead={conditionWords(condition, language)} actions={<Actions alert={alert} />} />
      <Panel>
        <div className={style['state']}>
          <StateBadge alert={alert} />
          {alert.acknowledged && <span>{t('alerts.acknowledgedBy', { name: alert.acknowledged.by })}</span>}
          {alert.snoozedUntil && (
            <span>
              {t('alerts.until')} <Moment at={alert.snoozedUntil} />
            </span>
          )}
          {alert.lastCheckedAt && (
            <span>
              {t('alerts.lastChecked')} <Moment at={alert.lastCheckedAt} />
            </span>
          )}
        </div>
        {alert.failure && <p className={style['failure']}>{alert.failure.message}</p>}
      </Panel>
      {!alert.failure && (
        <Panel title={t('alerts.past')}>
          <BacktestResult
            {...{ condition, backtest, error }}
            isStale={isFetching}
            onRetry={() => void refetch()}
            time={watch.time}
          />
        </Panel>
      )}
      <Panel title={t('alerts.history')}>
        <Events events={events} grain={watch.time?.grain ?? null} />
      </Panel>
      {'sql' in watch && (
        <Panel title={t('proof.sql')}>
          <CodeBlock code={watch.sql} label={t('proof.sql')} />
        </Panel>
      )}
    </>
  );
}

const loadAlert = (id: string) => call('GET /alerts/:id', { id });

function useAlertAction(alert: Alert) {
  const { id } = alert;
  const { mutate } = useMutation({
    mutationFn: (act: 'acknowledge' | 'resolve') =>
      act === 'acknowledge' ? call('POST /alerts/:id/acknowledge', { id }) : call('POST /alerts/:id/resolve', { id }),
    onError: toastProblem,
  });
  return mutate;
}

function Actions({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const runAction = useAlertAction(alert);
  const [isEditing, setEditing] = useState(false);
  const { watch } = alert;
  const isSql = 'sql' in watch;
  const query = queriedDatasetQuery(isSql ? '' : watch.dataset);
  const { data: dataset } = useQuery({ ...query, enabled: !isSql, throwOnError: false });
  const { mutate: remove } = useMutation({
    mutationFn: () => call('DELETE /alerts/:id', { id: alert.id }),
    onSuccess: () => navigate('/dashboard/alerts'),
    onError: toastProblem,
  });
  const isFiring = alert.state === 'firing';
  return (
    <>
      {alert.origin && <LinkButton to={`/dashboard/${alert.origin.dashboard}`}>{t('alerts.toDashboard')}</LinkButton>}
      <LinkButton to={`/dashboard/lineage/alert/${alert.id}`} icon={<ApartmentOutlined aria-hidden />}>
        {t('lineage.title')}
      </LinkButton>
      {isFiring && !alert.acknowledged && (
        <Button onClick={() => runAction('acknowledge')}>{t('alerts.acknowledge')}</Button>
      )}
      {isFiring && <Button onClick={() => runAction('resolve')}>{t('alerts.resolve')}</Button>}
      <SnoozeMenu alert={alert} />
      {(isSql || dataset) && <Button onClick={() => setEditing(true)}>{t('alerts.edit')}</Button>}
      <RemoveButton
        title={t('alerts.removeTitle', { name: alert.name })}
        text={t('alerts.removeText')}
        yes={t('alerts.remove')}
        onYes={() => remove()}
      />
      <Suspense>
        {isEditing && <AlertDialog subject={dataset} alert={alert} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}
