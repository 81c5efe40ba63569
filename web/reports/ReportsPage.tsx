import { useMutation, useQuery } from '@tanstack/react-query';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Report } from '#contract/reports/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { useLive } from '#web/http/live.ts';
import { meQuery } from '#web/http/me.ts';
import { reportRulesQuery, reportsQuery } from '#web/http/reports.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { showMoment, Moment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { AlertsReportsTabs } from '#web/alerts/AlertsReportsTabs.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import style from './ReportPage.module.css';
import { useSlotWords } from '#web/schedule/slot-words.ts';

/** The member's reports and, for the owner, the recipient rules. */
export function ReportsPage() {
  const { t } = useTranslation();
  useLive();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const { data: reports } = useQuery(reportsQuery);
  return (
    <>
      <PageHeading title={t('reports.title')} lead={t('reports.lead')} />
      <AlertsReportsTabs selected="reports" />
      {reports?.length === 0 ? (
        <EmptyState picture={<BoardPicture />} title={t('reports.none')} text={t('reports.noneText')}>
          <LinkButton to="/dashboard" primary>
            {t('common.menu.dashboard')}
          </LinkButton>
        </EmptyState>
      ) : (
        <Panel>
          <ReportTable rows={reports} />
        </Panel>
      )}
      {me?.role === 'owner' && <ReportRules />}
    </>
  );
}

function ReportTable({ rows }: { rows: Report[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const slotWords = useSlotWords();
  const columns = [
    {
      title: t('reports.name'),
      key: 'name',
      render: ({ id, name }: Report) => (
        <Link to={`/dashboard/reports/${id}`} dir="auto">
          {name}
        </Link>
      ),
    },
    {
      title: t('reports.dashboard'),
      key: 'dashboard',
      render: ({ title }: Report) => (title ? textOf(title, language) || t('dashboard.view.untitled') : '-'),
    },
    { title: t('reports.when'), key: 'when', render: ({ schedule }: Report) => slotWords(schedule) },
    { title: t('reports.recipients'), key: 'to', render: ({ recipients }: Report) => recipients.length },
    { title: t('reports.last'), key: 'last', render: ({ last }: Report) => <LastRun last={last} /> },
    {
      title: t('reports.next'),
      key: 'next',
      render: ({ nextAt }: Report) => (nextAt ? showMoment(nextAt) : t('reports.paused')),
    },
    { title: t('alerts.by'), dataIndex: 'by' },
  ];
  return <DataTable rows={rows} columns={columns} empty="" pageSize={20} />;
}

function ReportRules() {
  const { t } = useTranslation();
  const { data: rules } = useQuery(reportRulesQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (isOpen: boolean) => call('PUT /reports/rules', { reach: isOpen ? 'anyone' : 'members' }),
    onError: toastProblem,
    onSettled: waitForRefetches,
  });
  if (!rules) return null;
  return (
    <Panel>
      <label className={style['rule']}>
        <Switch checked={rules.reach === 'anyone'} loading={isPending} onChange={(next) => mutate(next)} />
        <span>
          {t('reports.addresses')}
          <small>{t('reports.addressesText')}</small>
        </span>
      </label>
    </Panel>
  );
}

/** Outcome of the last run of a report. */
function LastRun({ last }: Pick<Report, 'last'>) {
  const { t } = useTranslation();
  if (!last) return <>{t('reports.never')}</>;
  const { at, waiting, sent, failed } = last;
  const count = sent + failed + waiting;
  return (
    <>
      {failed > 0 ? (
        <Badge tone="bad">{t('reports.someFailed', { failed, count })}</Badge>
      ) : (
        <Badge tone={waiting > 0 ? 'brand' : 'good'}>
          {t(waiting > 0 ? 'reports.someWaiting' : 'reports.allSent', { waiting, count })}
        </Badge>
      )}{' '}
      <Moment at={at} />
    </>
  );
}
