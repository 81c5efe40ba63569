import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import InputNumber from 'antd/es/input-number';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { QueryTimeouts } from '#contract/queries/routes.ts';
import { limitsQuery } from '#web/http/run-query.ts';
import { call } from '#web/http/client.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import style from './Storage.module.css';

const maxSeconds: QueryTimeouts = { card: 600, editor: 3600 };

/** Time limits of queries. */
export function TimeLimits() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data } = useQuery(limitsQuery);
  const [edited, setEdited] = useState<Partial<QueryTimeouts>>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (limits: QueryTimeouts) => call('PUT /queries/limits', limits),
    onSuccess: (limits) => {
      queries.setQueryData(limitsQuery.queryKey, limits);
      setEdited({});
      void toast('success', t('storage.saved'));
    },
    onError: toastProblem,
  });
  if (!data) return null;
  const limits = { ...data, ...edited };
  const isChanged = limits.card !== data.card || limits.editor !== data.editor;
  return (
    <Panel
      title={t('storage.time')}
      extra={
        <Button disabled={!isChanged} loading={isPending} onClick={() => mutate(limits)}>
          {t('storage.save')}
        </Button>
      }
    >
      {(['card', 'editor'] as const).map((name) => (
        <label key={name} className={style['limit']}>
          <span>{t(`storage.times.${name}`)}</span>
          <InputNumber
            min={1}
            max={maxSeconds[name]}
            precision={0}
            suffix={t('storage.seconds')}
            value={limits[name]}
            onChange={(value) => setEdited({ ...edited, [name]: value ?? data[name] })}
          />
        </label>
      ))}
    </Panel>
  );
}
