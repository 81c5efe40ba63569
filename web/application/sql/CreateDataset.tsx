import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { datasetsQuery } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { isTooLong } from '#web/sql-editor/TooLongNotice.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { freeName } from '../names.ts';
import style from './Sql.module.css';

/** Names the SQL and adds it as a dataset. */
export function CreateDataset({ application, sql }: { application: string; sql: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string>();
  const { data: datasets = [] } = useQuery({ ...datasetsQuery(application), throwOnError: false });
  const name =
    typed ??
    freeName(
      t('datasetSql.proposed'),
      datasets.map((each) => each.name),
    );
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /applications/:id/sql', { id: application, name: name.trim(), sql }),
    onSuccess: async ({ id }) => {
      void toast('success', t('datasetSql.created'));
      await navigate(`/application/${application}/datasets/${id}`);
    },
    onError: toastProblem,
  });
  const canCreate = sql.trim() !== '' && name.trim() !== '' && !isTooLong(sql);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canCreate) mutate();
  };
  return (
    <form className={style['save']} onSubmit={handleSubmit}>
      <Input
        aria-label={t('upload.datasetName')}
        maxLength={100}
        value={name}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button htmlType="submit" disabled={!canCreate} loading={isPending}>
        {t('datasetSql.create')}
      </Button>
    </form>
  );
}
