import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SchemaChanges as Changes } from '#contract/connections/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { schemaChangesQuery } from '#web/http/datasets.ts';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import rows from './RowsTab.module.css';
import { SchemaDialog } from './SchemaDialog.tsx';

const countOf = ({ added, missing, changed }: Changes) => added.length + missing.length + changed.length;

/** Banner for editors when the columns of the database table differ from those of the dataset. */
export function SchemaChanges({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const isEditor = useMayEdit(dataset.applicationId);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { update, isPending } = useUpdateSchema(dataset, close);
  const isSql = dataset.connection !== null && 'sql' in dataset.connection;
  const { data: changes, error } = useQuery({
    ...schemaChangesQuery(dataset.id),
    enabled: isEditor && dataset.connection !== null,
    throwOnError: false,
  });
  if (error)
    return (
      <p className={rows['banner']} role="alert">
        {sentenceOf(error)}
      </p>
    );
  if (!changes || countOf(changes) === 0) return null;
  const { added, missing, changed } = changes;
  const parts = [
    added.length > 0 && t('dataset.changes.added', { count: added.length }),
    missing.length > 0 && t('dataset.changes.missing', { count: missing.length }),
    changed.length > 0 && t('dataset.changes.changed', { count: changed.length }),
  ].filter(Boolean);
  return (
    <div className={rows['banner']} role="status">
      <span>
        {t(isSql ? 'dataset.changes.bannerSql' : 'dataset.changes.banner', {
          parts: parts.join(t('dataset.changes.comma')),
        })}
      </span>
      <span>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('dataset.changes.review')}
        </Button>
      </span>
      {isOpen && (
        <SchemaDialog
          dataset={dataset}
          changes={changes}
          title={t(isSql ? 'dataset.changes.titleSql' : 'dataset.changes.title')}
          isPending={isPending}
          onUpdate={update}
          onClose={close}
        />
      )}
    </div>
  );
}

function useUpdateSchema({ id }: Dataset, onDone: () => void) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: (renames: Record<string, string>) => call('POST /datasets/:id/schema-changes', { id, renames }),
    onSuccess: async () => {
      await waitForRefetches();
      void toast('success', t('dataset.changes.updated'));
      onDone();
    },
    onError: toastProblem,
  });
  return { update: mutate, isPending };
}
