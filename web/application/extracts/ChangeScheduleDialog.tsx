import { useMutation } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DataExtract } from '#contract/extracts/routes.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import style from './Extracts.module.css';
import { ExtractScheduleFields } from './ExtractScheduleFields.tsx';

/** Changes the schedule of an extract. */
export function ChangeScheduleDialog({ extract, onClose }: { extract: DataExtract; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { id, zone } = extract;
  const [schedule, setSchedule] = useState(extract.schedule);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('PUT /extracts/:id', { id, schedule, zone }),
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
      title={t('extracts.scheduleOf', { name: extract.name })}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <div className={style['fields']}>
        <ExtractScheduleFields
          schedule={schedule}
          zone={zone}
          onceText={t('extracts.unscheduled')}
          onChange={setSchedule}
        />
      </div>
    </Modal>
  );
}
