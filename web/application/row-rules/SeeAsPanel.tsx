import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { MemberSelect } from '#web/access/MemberSelect.tsx';
import { startSeeAs } from '#web/access/see-as.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { RowGrid } from '../dataset/RowGrid.tsx';
import type { RowOrder } from '../dataset/rows-view.ts';
import style from './RowRules.module.css';

/** The first rows as a member sees them, by the saved rules. */
export function SeeAsPanel({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [member, setMember] = useState<string>();
  return (
    <Panel title={t('seeAs.title')}>
      <p className={style['lead']}>{t('rowRules.seeAsText')}</p>
      <div className={style['choice']}>
        <MemberSelect className={style['member'] ?? ''} label={t('seeAs.member')} value={member} onChange={setMember} />
        {member !== undefined && <SeeAsLinks dataset={dataset.id} member={member} />}
      </div>
      {member !== undefined && <VisibleRows key={member} dataset={dataset} member={member} />}
    </Panel>
  );
}

/** Opens pages as the member sees them. */
function SeeAsLinks({ dataset, member }: { dataset: string; member: string }) {
  const { t } = useTranslation();
  const { mutate: open, isPending } = useMutation({
    mutationFn: (to: string) => startSeeAs(member, to),
    onError: toastProblem,
  });
  return (
    <>
      <Button disabled={isPending} onClick={() => open('/dashboard')}>
        {t('seeAs.dashboards')}
      </Button>
      <Button disabled={isPending} onClick={() => open(`/dashboard/explore?dataset=${dataset}`)}>
        {t('seeAs.explore')}
      </Button>
    </>
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
      <p className={`numbers ${style['visible']}`}>{page && t('rowRules.visible', { rows, count: page.total })}</p>
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
