import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { SchemaChanges } from '#contract/connections/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { isTooLong } from '#web/sql-editor/TooLongNotice.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { SchemaDialog } from '../dataset/SchemaDialog.tsx';
import style from './Sql.module.css';

/** Saves changed SQL of a dataset; if columns are missing from it, asks whether they were renamed or removed. */
export function SaveSql({ dataset, sql }: { dataset: Dataset; sql: string }) {
  const { t } = useTranslation();
  const { id, applicationId } = dataset;
  const page = `/application/${applicationId}/datasets/${id}`;
  const [changes, setChanges] = useState<SchemaChanges>();
  const { save, isSaving } = useSaveSql(dataset, sql);
  const { mutate: check, isPending } = useMutation({
    mutationFn: () => call('POST /datasets/:id/sql/changes', { id, sql }),
    onSuccess: (difference) => (difference.missing.length > 0 ? setChanges(difference) : save({})),
    onError: toastProblem,
  });
  return (
    <div className={style['save']}>
      <LinkButton to={page}>{t('common.cancel')}</LinkButton>
      <Button disabled={sql.trim() === '' || isTooLong(sql)} loading={isPending || isSaving} onClick={() => check()}>
        {t('common.save')}
      </Button>
      {changes && (
        <SchemaDialog
          dataset={dataset}
          changes={changes}
          title={t('datasetSql.changes')}
          isPending={isSaving}
          onUpdate={save}
          onClose={() => setChanges(undefined)}
        />
      )}
    </div>
  );
}

function useSaveSql({ id, applicationId }: Dataset, sql: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (renames: Record<string, string>) => call('PUT /datasets/:id/sql', { id, sql, renames }),
    onSuccess: async () => {
      await waitForRefetches();
      void toast('success', t('common.saved'));
      await navigate(`/application/${applicationId}/datasets/${id}`);
    },
    onError: toastProblem,
  });
  return { save: mutate, isSaving: isPending };
}
