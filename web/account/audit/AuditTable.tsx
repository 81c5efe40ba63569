import Table from 'antd/es/table';
import { useTranslation } from 'react-i18next';

import type { AuditEntry } from '#contract/audit/routes.ts';
import type { AuditOutcome } from '#contract/audit/outcomes.ts';
import { formatInstant } from '#display/format/date.ts';
import { auditWords, detailWords } from '#display/words/audit.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { deviceOf } from '../device.ts';
import style from './Audit.module.css';
import { useAuditActions } from './audit-actions.ts';

const tones: Record<AuditOutcome, Tone> = { done: 'good', refused: 'warn', failed: 'bad', begun: 'quiet' };

/** The entries: time, member, action, outcome and client. */
export function AuditTable({ entries }: { entries: AuditEntry[] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const { columns: titles, outcomes } = auditWords[language];
  const areas = useAuditActions();
  const names = new Map(areas.flatMap(({ actions }) => actions.map(({ action, name }) => [action, name[language]])));
  const columns = [
    {
      title: titles.at,
      key: 'at',
      className: 'numbers',
      render: ({ at }: AuditEntry) => <time dateTime={at}>{formatInstant(at, zone)}</time>,
    },
    { title: titles.who, key: 'who', render: ({ member }: AuditEntry) => clip(member?.name ?? t('audit.nobody')) },
    {
      title: titles.act,
      key: 'act',
      render: ({ act, details, byKey }: AuditEntry) => {
        const detailText = detailWords(details, language);
        return (
          <>
            {names.get(act)}
            {byKey && <span className={style['detail']}>{titles.byKey}</span>}
            {detailText && <span className={style['detail']}>{detailText}</span>}
          </>
        );
      },
    },
    { title: titles.thing, dataIndex: 'thing', render: (thing: string | null) => clip(thing ?? '-') },
    {
      title: titles.outcome,
      key: 'outcome',
      render: ({ outcome, reason }: AuditEntry) => (
        <>
          <Badge tone={tones[outcome]}>{outcomes[outcome]}</Badge>
          {reason && <span className={style['detail']}>{clip(reason)}</span>}
        </>
      ),
    },
    {
      title: t('audit.where'),
      key: 'where',
      render: ({ address, userAgent }: AuditEntry) => (
        <>
          <span className="numbers">{address}</span>
          <span className={style['detail']} title={userAgent}>
            {deviceOf(userAgent)}
          </span>
        </>
      ),
    },
  ];
  return (
    <Table
      size="small"
      rowKey="id"
      loading={{ spinning: !entries, delay: 300 }}
      columns={columns}
      dataSource={entries ?? []}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('audit.none') }}
    />
  );
}
