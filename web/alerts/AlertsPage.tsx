import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Alert } from '#contract/alerts/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { conditionWords, firingWords } from '#display/words/notice.ts';
import { alertsQuery } from '#web/http/alerts.ts';
import { useLive } from '#web/http/live.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { StateBadge } from './StateBadge.tsx';
import { AlertsReportsTabs } from './AlertsReportsTabs.tsx';

const urgency = { firing: 0, stuck: 1, quiet: 2 };

/** List of the member's alerts, firing first. */
export function AlertsPage() {
  const { t } = useTranslation();
  useLive();
  const { data: alerts } = useQuery(alertsQuery);
  const rows = alerts?.toSorted((a, b) => urgency[a.state] - urgency[b.state]);
  return (
    <>
      <PageHeading title={t('alerts.title')} lead={t('alerts.lead')} />
      <AlertsReportsTabs selected="alerts" />
      {rows?.length === 0 ? (
        <EmptyState picture={<BoardPicture />} title={t('alerts.none')} text={t('alerts.noneText')}>
          <LinkButton to="/dashboard" primary>
            {t('common.menu.dashboard')}
          </LinkButton>
          <LinkButton to="/dashboard/explore">{t('explore.title')}</LinkButton>
        </EmptyState>
      ) : (
        <Panel>
          <AlertTable rows={rows} />
        </Panel>
      )}
    </>
  );
}

function AlertTable({ rows }: { rows: Alert[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = [
    {
      title: t('alerts.name'),
      key: 'name',
      render: ({ id, name }: Alert) => (
        <Link to={`/dashboard/alerts/${id}`} dir="auto">
          {name}
        </Link>
      ),
    },
    { title: t('alerts.state'), key: 'state', render: (alert: Alert) => <StateBadge alert={alert} /> },
    {
      title: t('alerts.when'),
      key: 'when',
      render: ({ condition }: Alert) => conditionWords(condition, language),
    },
    {
      title: t('alerts.now'),
      key: 'now',
      render: ({ lastValue, firing, watch }: Alert) =>
        watch.by === null
          ? formatNumber(lastValue, language, 2)
          : firing
              .slice(0, 3)
              .map((each) => firingWords(each, language))
              .join(' · '),
    },
    {
      title: t('alerts.lastChecked'),
      key: 'checked',
      render: ({ lastCheckedAt }: Alert) => lastCheckedAt && showMoment(lastCheckedAt),
    },
    { title: t('alerts.by'), dataIndex: 'by' },
  ];
  return <DataTable rows={rows} columns={columns} empty="" pageSize={20} />;
}
