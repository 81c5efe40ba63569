import { useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import TextArea from 'antd/es/input/TextArea';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset, DatasetMetric } from '#contract/datasets/routes.ts';
import { maxNoteLength } from '#contract/datasets/verification.ts';
import { call } from '#web/http/client.ts';
import { storeDataset } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { labelOf } from '../names.ts';

type VerificationDialogProps = {
  dataset: Dataset;
  /** The metric to mark instead of the dataset. */
  metric?: DatasetMetric | undefined;
  onClose: () => void;
};

/** Marks a dataset or metric as verified with a note, or removes the mark. */
export function VerificationDialog({ dataset, metric, onClose }: VerificationDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const field = useId();
  useReturnFocus();
  const subject = metric ?? dataset;
  const [note, setNote] = useState(subject.verification?.note ?? '');
  const { mark, unmark, error, isPending } = useMarking({ dataset, metric, onClose });
  return (
    <Modal
      open
      width={520}
      title={t('verification.title', { name: labelOf(subject, language) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {subject.verification && (
            <Button danger disabled={isPending} onClick={unmark}>
              {t('verification.remove')}
            </Button>
          )}
          <Button type="primary" loading={isPending} onClick={() => mark(note)}>
            {t('verification.mark')}
          </Button>
        </>
      }
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <p style={{ marginBottom: 16 }}>{t(metric ? 'verification.leadMetric' : 'verification.leadDataset')}</p>
      <label htmlFor={field}>{t('verification.note')}</label>
      <TextArea
        id={field}
        autoFocus
        dir="auto"
        maxLength={maxNoteLength}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder={t('verification.notePlaceholder')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}

/** Sets and removes the mark. */
function useMarking({ dataset: { id }, metric, onClose }: VerificationDialogProps) {
  const queries = useQueryClient();
  const onSuccess = (changed: Dataset) => {
    storeDataset(queries, changed);
    onClose();
  };
  const marking = useMutation({
    mutationFn: (note: string) =>
      metric
        ? call('PUT /datasets/:id/metrics/:metric/verification', { id, metric: metric.id, note })
        : call('PUT /datasets/:id/verification', { id, note }),
    onSuccess,
  });
  const unmarking = useMutation({
    mutationFn: () =>
      metric
        ? call('DELETE /datasets/:id/metrics/:metric/verification', { id, metric: metric.id })
        : call('DELETE /datasets/:id/verification', { id }),
    onSuccess,
  });
  return {
    mark: (note: string) => marking.mutate(note),
    unmark: () => unmarking.mutate(),
    error: marking.error ?? unmarking.error,
    isPending: marking.isPending || unmarking.isPending,
  };
}
