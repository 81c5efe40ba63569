import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Correction, Dataset } from '#contract/datasets/routes.ts';
import { call } from '#web/http/client.ts';
import { storeDataset } from '#web/http/datasets.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn } from '#web/ui/RowActions.tsx';
import { toast } from '#web/ui/toast.ts';
import { labelOf } from '../names.ts';
import style from './RejectsTab.module.css';

type CorrectionRow = Correction & { id: string };

/** The corrections applied automatically to later files, each with a button to forget it. */
export function RecipePanel({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = useMayEdit(dataset.applicationId);
  const forget = useForgetCorrection(dataset.id);
  if (dataset.recipe.length === 0) return null;
  const nameOf = (id: string) => {
    const column = dataset.columns.find((each) => each.id === id);
    return column ? labelOf(column, language) : '-';
  };
  const rows = dataset.recipe
    .map((each): CorrectionRow => ({ ...each, id: JSON.stringify([each.column, each.from]) }))
    .toReversed();
  const columns = [
    { title: t('rejects.column'), dataIndex: 'column', render: (id: string) => clip(nameOf(id)) },
    { title: t('recipe.from'), dataIndex: 'from', render: (from: string) => clip(from) },
    { title: t('recipe.to'), dataIndex: 'to', render: (to: string | null) => clip(to ?? t('recipe.nothing')) },
    {
      ...actionColumn,
      render: ({ column, from }: CorrectionRow) =>
        isEditor && (
          <Button
            size="small"
            aria-label={t('recipe.forgetOne', { value: from })}
            onClick={() => forget({ column, from })}
          >
            {t('recipe.forget')}
          </Button>
        ),
    },
  ];
  return (
    <Panel title={t('recipe.title')}>
      <p className={style['lead']}>{t('recipe.lead')}</p>
      <DataTable rows={rows} columns={columns} empty="" />
    </Panel>
  );
}

function useForgetCorrection(id: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (correction: Pick<Correction, 'column' | 'from'>) =>
      call('DELETE /datasets/:id/recipe', { id, ...correction }),
    onSuccess: (changed) => {
      storeDataset(queries, changed);
      void toast('success', t('recipe.forgotten'));
    },
    onError: toastProblem,
  });
  return mutate;
}
