import { useTranslation } from 'react-i18next';

import type { Letter } from '#contract/reports.ts';
import { formatBytes } from '#display/format/number.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Moment, showMoment } from '#web/ui/Moment.tsx';
import style from './ReportPage.module.css';

const tones: Record<Letter['state'], Tone> = { sent: 'good', waiting: 'brand', failed: 'bad' };

/** What was sent to whom, newest first. */
export function Letters({ letters }: { letters: Letter[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = [
    { title: t('reports.slot'), key: 'slot', render: ({ slot }: Letter) => showMoment(slot) },
    {
      title: t('reports.to'),
      key: 'to',
      render: ({ to, isTest }: Letter) => (
        <>
          <bdi>{to}</bdi> {isTest && <Badge tone="quiet">{t('reports.isTest')}</Badge>}
        </>
      ),
    },
    {
      title: t('reports.outcome'),
      key: 'state',
      render: (letter: Letter) => <Outcome letter={letter} />,
    },
    {
      title: t('reports.file'),
      key: 'file',
      render: ({ bytes, isLinked }: Letter) =>
        bytes === null ? '-' : `${formatBytes(bytes, language)}${isLinked ? ` (${t('reports.linked')})` : ''}`,
    },
  ];
  return <DataTable rows={letters} columns={columns} empty={t('reports.noLetters')} pageSize={20} />;
}

function Outcome({ letter: { state, tries, failure, dueAt } }: { letter: Letter }) {
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
