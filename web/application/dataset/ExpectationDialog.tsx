import { useMutation } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { call } from '#web/http/client.ts';
import { useZone } from '#web/shell/preferences.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import style from './DatasetFreshness.module.css';
import { ClockFields, IntervalFields } from './ExpectationFields.tsx';
import { draftOf, expectationKinds, expectationOf } from './expectation-draft.ts';

type ExpectedDataset = Pick<Dataset, 'id' | 'applicationId' | 'columns' | 'connection' | 'expectation'>;
type ExpectationDialogProps = { dataset: ExpectedDataset; onClose: () => void };

const hasTime = ({ columns }: ExpectedDataset) => columns.some(({ type }) => type === 'time' || type === 'date');

/** Sets when new data of a dataset is expected. */
export function ExpectationDialog({ dataset, onClose }: ExpectationDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const zone = useZone();
  const isByRow = hasTime(dataset);
  const [draft, setDraft] = useState(() => draftOf(dataset.expectation, { zone, isByRow }));
  const expectation = expectationOf(draft);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('PUT /datasets/:id/freshness', { id: dataset.id, expectation: expectation ?? null }),
    onSuccess: () => {
      void toast('success', t('common.saved'));
      onClose();
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={520}
      title={t('freshness.expected')}
      okText={t('common.save')}
      okButtonProps={{ disabled: expectation === undefined }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <div className={style['fields']}>
        <LabeledSelect
          label={t('freshness.when')}
          value={draft.kind}
          options={expectationKinds.map((value) => ({ value, text: t(`freshness.kinds.${value}`) }))}
          onChange={(kind) => setDraft({ ...draft, kind })}
        />
        {draft.kind === 'every' && <IntervalFields draft={draft} onChange={setDraft} />}
        {draft.kind === 'by' && <ClockFields draft={draft} isByRow={isByRow} onChange={setDraft} />}
        {draft.kind !== 'none' && <p className={style['note']}>{t(`freshness.judged.${isByRow ? 'row' : 'load'}`)}</p>}
      </div>
    </Modal>
  );
}
