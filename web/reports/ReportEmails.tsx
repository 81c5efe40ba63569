import { useTranslation } from 'react-i18next';

import type { ReportEmail } from '#contract/reports/routes.ts';
import { formatBytes } from '#display/format/number.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Moment, showMoment } from '#web/ui/Moment.tsx';
import style from './ReportPage.module.css';

const tones: Record<ReportEmail['state'], Tone> = { sent: 'good', waiting: 'brand', failed: 'bad' };

/** Sent report emails, newest first. */
export function ReportEmails({ emails }: { emails: ReportEmail[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = [
    { title: t('reports.slot'), key: 'slot', render: ({ slot }: ReportEmail) => showMoment(slot) },
    {
      title: t('reports.to'),
      key: 'to',
      render: ({ to, isTest }: ReportEmail) => (
        <>
          <bdi>{to}</bdi> {isTest && <Badge tone="quiet">{t('reports.isTest')}</Badge>}
        </>
      ),
    },
    {
      title: t('reports.outcome'),
      key: 'state',
      render: (email: ReportEmail) => <Outcome email={email} />,
    },
    {
      title: t('reports.file'),
      key: 'file',
      render: ({ bytes, isLinked }: ReportEmail) =>
        bytes === null ? '-' : `${formatBytes(bytes, language)}${isLinked ? ` (${t('reports.linked')})` : ''}`,
    },
  ];
  return <DataTable rows={emails} columns={columns} empty={t('reports.noLetters')} pageSize={20} />;
}

function Outcome({ email: { state, tries, failure, dueAt } }: { email: ReportEmail }) {
  const { t } = useTranslation();
  const isRetried = state === 'waiting' && tries > 0;
  return (
    <div className={style['outcome']}>
      <Badge tone={isRetried ? 'warn' : tones[state]}>{t(`reports.states.${state}`)}</Badge>
      {failure && <span>{failure.message}</span>}
      {isRetried && (
        <span>
          {t('reports.again')} <Moment at={dueAt} />
        </span>
      )}
    </div>
  );
}
