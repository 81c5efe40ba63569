import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { namesQuery } from '#web/access/queries.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { RowGrid } from '../dataset/RowGrid.tsx';
import type { RowOrder } from '../dataset/rows-view.ts';
import style from './RowRules.module.css';

/** The first rows as a member sees them, by the saved rules. */
export function SeeAsPanel({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [member, setMember] = useState<string>();
  const { data: members = [] } = useQuery({ ...namesQuery, throwOnError: false });
  return (
    <Panel title={t('rowRules.seeAs')}>
      <p className={style['lead']}>{t('rowRules.seeAsText')}</p>
      <Select
        className={style['member'] ?? ''}
        aria-label={t('rowRules.seeAs')}
        placeholder={t('rowRules.chooseMember')}
        showSearch={{ optionFilterProp: 'label' }}
        value={member ?? null}
        options={members.map(({ id, name, role }) => ({
          value: id,
          label: t('common.pair', { name, value: t(`roles.${role}`) }),
        }))}
        onChange={(id: string | null) => setMember(id ?? undefined)}
      />
      {member !== undefined && <VisibleRows key={member} dataset={dataset} member={member} />}
    </Panel>
  );
}

function VisibleRows({ dataset, member }: { dataset: Dataset; member: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [order, setOrder] = useState<RowOrder>();
  const {
    data: page,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['dataset', dataset.id, 'rows-as', member, order],
    queryFn: () => call('POST /datasets/:id/row-rules/preview', { id: dataset.id, member, ...(order && { order }) }),
    placeholderData: keepPreviousData,
    throwOnError: false,
    retry: false,
  });
  if (error) return <Alert type="info" showIcon title={sentenceOf(error)} />;
  const rows = page && formatNumber(page.total, language);
  return (
    <>
      <p className="numbers">{page && t('rowRules.visible', { rows, count: page.total })}</p>
      <RowGrid
        columns={dataset.columns}
        page={page}
        size={20}
        isStale={isPlaceholderData}
        order={order}
        onOrder={setOrder}
      />
    </>
  );
}
