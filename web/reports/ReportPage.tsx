import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import type { ReportEmail, Report } from '#contract/reports/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { reportQuery } from '#web/http/reports.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { RemoveButton } from '#web/ui/RemoveButton.tsx';
import { toast } from '#web/ui/toast.ts';
import { ReportEmails } from './ReportEmails.tsx';
import style from './ReportPage.module.css';
import { useSlotWords } from '#web/schedule/slot-words.ts';

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })));

/** Page of one report: schedule, recipients and sent emails. */
export function ReportPage() {
  useLive();
  const { report: id = '' } = useParams();
  const { data, error } = useQuery({ ...reportQuery(id), throwOnError: (problem) => !isNotFound(problem) });
  if (isNotFound(error)) return <NotFound />;
  if (!data) return <PageSpinner />;
  return <LoadedReport {...data} key={id} />;
}

function LoadedReport({ report, letters }: { report: Report; letters: ReportEmail[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const slotWords = useSlotWords();
  const { title, schedule, zone, format, nextAt, recipients, last } = report;
  const lead = title ? textOf(title, language) || t('dashboard.view.untitled') : t('reports.unseen');
  return (
    <>
      <Breadcrumbs label={t('reports.title')} links={[{ to: '/dashboard/reports', text: t('reports.title') }]} />
      <PageHeading title={report.name} lead={lead} actions={<Actions report={report} />} />
      <Panel>
        <div className={style['facts']}>
          <span>
            {slotWords(schedule)} ({zone})
          </span>
          <span>{t(`reports.formats.${format}`)}</span>
          <span>
            {nextAt ? (
              <>
                {t('reports.next')} <Moment at={nextAt} />
              </>
            ) : (
              <Badge tone="quiet">{t('reports.paused')}</Badge>
            )}
          </span>
        </div>
        <ul className={style['people']} aria-label={t('reports.recipients')}>
          <li className={style['label']} aria-hidden>
            {t('reports.recipients')}
          </li>
          {recipients.map(({ name, isStopped, ...target }) => (
            <li key={target.kind === 'member' ? target.member : target.address}>
              <bdi>{name}</bdi>
              {isStopped && <Badge tone="quiet">{t('reports.stopped')}</Badge>}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t('reports.history')} extra={last && last.failed > 0 ? <Retry id={report.id} /> : undefined}>
        <ReportEmails emails={letters} />
      </Panel>
    </>
  );
}

/** Runs an action on a report. */
function useReportAction(act: () => Promise<unknown>, done?: string) {
  return useMutation({
    mutationFn: act,
    onError: toastProblem,
    onSuccess: () => void (done && toast('success', done)),
  });
}

function Retry({ id }: { id: string }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useReportAction(() => call('POST /reports/:id/retry', { id }));
  return (
    <Button size="small" loading={isPending} onClick={() => mutate()}>
      {t('reports.retry')}
    </Button>
  );
}

function Actions({ report }: { report: Report }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, isPaused } = report;
  const [isEditing, setEditing] = useState(false);
  const dashboardOptions = { ...dashboardQuery(report.dashboard), enabled: report.title !== null, throwOnError: false };
  const { data: saved } = useQuery(dashboardOptions);
  const test = useReportAction(() => call('POST /reports/:id/test', { id }), t('reports.testSent'));
  const pause = useReportAction(() => call('PUT /reports/:id', { ...updateOf(report), isPaused: !isPaused }));
  const remove = useReportAction(() => call('DELETE /reports/:id', { id }).then(() => navigate('/dashboard/reports')));
  return (
    <>
      {saved && <LinkButton to={`/dashboard/${report.dashboard}`}>{t('alerts.toDashboard')}</LinkButton>}
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        {t('reports.test')}
      </Button>
      <Button onClick={() => pause.mutate()}>{t(isPaused ? 'reports.resume' : 'reports.pause')}</Button>
      {saved && <Button onClick={() => setEditing(true)}>{t('reports.change')}</Button>}
      <RemoveButton
        title={t('reports.removeTitle', { name: report.name })}
        text={t('reports.removeText')}
        yes={t('reports.remove')}
        onYes={() => remove.mutate()}
      />
      <Suspense>
        {isEditing && saved && (
          <ReportDialog
            id={report.dashboard}
            dashboard={saved.dashboard}
            state={defaultState}
            report={report}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The report in the shape of an update request. */
function updateOf({ id, name, format, schedule, zone, isPaused, recipients }: Report) {
  const targets = recipients.map(({ name: _, isStopped: __, ...recipient }) => recipient);
  return { id, name, format, schedule, zone, isPaused, recipients: targets };
}
