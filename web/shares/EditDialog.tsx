import { useMutation, useQuery } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Dashboard, type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import type { Share } from '#contract/shares/routes.ts';
import { hasTime } from '#web/viewer/controls/changes.ts';
import { ControlFieldList } from '#web/viewer/controls/ControlFieldList.tsx';
import type { ChangeState } from '#web/viewer/dashboard-state.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { updateInputOf, type ShareEditValues, optionsOf } from './options.ts';
import { ShareOptions } from './ShareOptions.tsx';
import style from './ShareDialog.module.css';

type EditDialogProps = { share: Share; dashboard: string; onClose: () => void };

/** Edits the settings of a link; its URL stays. */
export function EditDialog({ share, dashboard: id, onClose }: EditDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const [form] = Form.useForm<ShareEditValues>();
  const [start, setStart] = useState<DashboardState>({ ...defaultState, ...share.start });
  const { data, error } = useQuery({ ...dashboardQuery(id), throwOnError: false });
  const { mutate, isPending } = useMutation({
    mutationFn: (options: ShareEditValues) =>
      call('PATCH /shares/:id', {
        id: share.id,
        ...updateInputOf({ ...optionsOf(share), ...options }, { time: start.time, values: start.values }),
      }),
    onSuccess: () => {
      void toast('success', t('share.changed'));
      onClose();
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={640}
      title={t('share.editTitle')}
      okText={t('common.save')}
      okButtonProps={{ disabled: !data }}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={style['lead']}>{t('share.editLead')}</p>
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {data && (
        <Form
          name="share-rules"
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={optionsOf(share)}
          onFinish={mutate}
        >
          <StartState id={id} dashboard={data.dashboard} state={start} onChange={setStart} />
          <ShareOptions dashboard={data.dashboard} share={share} />
        </Form>
      )}
    </Modal>
  );
}

type StartStateProps = {
  id: string;
  dashboard: Dashboard;
  state: DashboardState;
  onChange: ChangeState;
};

/** The initial dashboard state of the link, fixed unless viewers may change it. */
function StartState({ id, dashboard, state, onChange }: StartStateProps) {
  const { t } = useTranslation();
  if (!hasTime(dashboard) && dashboard.controls.length === 0) return null;
  return (
    <fieldset className={style['start']}>
      <legend>{t('share.start')}</legend>
      <ControlFieldList setting={{ id, draft: false, dashboard, state, onChange }} layout="bar" />
    </fieldset>
  );
}
