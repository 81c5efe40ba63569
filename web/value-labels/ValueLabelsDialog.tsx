import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { EditedLabels } from '#contract/value-labels/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { labelOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { forgetLabels } from '#web/http/value-labels.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import { draftOf, newLabelsOf } from './label-draft.ts';
import { SourceFields } from './SourceFields.tsx';
import { TypedLabels } from './TypedLabels.tsx';
import style from './ValueLabels.module.css';

type ValueLabelsDialogProps = { dataset: Pick<Dataset, 'id' | 'columns'>; column: DatasetColumn; onClose: () => void };

/** Edits the labels of a column's values in each language. */
export function ValueLabelsDialog({ dataset, column, onClose }: ValueLabelsDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  useReturnFocus();
  const { data, error } = useQuery({
    queryKey: ['dataset', dataset.id, 'labels', column.id],
    queryFn: ({ signal }) =>
      call('GET /datasets/:id/columns/:column/labels', { id: dataset.id, column: column.id }, signal),
    // Changes by others must not replace what is being typed.
    staleTime: Infinity,
    gcTime: 0,
    throwOnError: false,
  });
  const title = t('valueLabels.title', { name: labelOf(column, language) });
  if (data) return <LabelEditor {...{ dataset, column, title, onClose, edited: data }} />;
  return (
    <Modal open width={760} title={title} footer={null} onCancel={onClose}>
      {error ? (
        <Alert type="error" showIcon title={sentenceOf(error)} />
      ) : (
        <Progress percent={undefined} label={t('valueLabels.loading')} />
      )}
    </Modal>
  );
}

type LabelEditorProps = ValueLabelsDialogProps & { title: string; edited: EditedLabels };

function LabelEditor({ dataset, column, title, edited, onClose }: LabelEditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(edited));
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      call('PUT /datasets/:id/columns/:column/labels', {
        id: dataset.id,
        column: column.id,
        labels: newLabelsOf(draft),
      }),
    onSuccess: () => {
      forgetLabels(column.id);
      void toast('success', t('common.saved'));
      onClose();
    },
  });
  const { en_US, zh_CN } = draft.source;
  const isIncomplete = draft.mode === 'columns' && en_US === null && zh_CN === null;
  return (
    <Modal
      open
      width={760}
      title={title}
      okText={t('common.save')}
      okButtonProps={{ disabled: isIncomplete }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <div className={style['editor']}>
        {error && <Alert type="error" showIcon title={sentenceOf(error)} />}
        <p>{t('valueLabels.lead')}</p>
        <Segmented
          value={draft.mode}
          onChange={(mode) => setDraft({ ...draft, mode })}
          options={(['typed', 'columns'] as const).map((value) => ({ value, label: t(`valueLabels.modes.${value}`) }))}
        />
        {draft.mode === 'columns' ? (
          <SourceFields
            {...{ dataset, column, edited }}
            source={draft.source}
            onChange={(source) => setDraft({ ...draft, source })}
          />
        ) : (
          <TypedLabels {...{ draft, edited }} onChange={setDraft} />
        )}
      </div>
    </Modal>
  );
}
