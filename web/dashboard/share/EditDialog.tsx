import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Dashboard, type DashboardState, plainState } from '#contract/dashboard.ts';
import type { Share } from '#contract/shares.ts';
import { hasTime } from '#web/dashboard/view/controls/changes.ts';
import { Fields } from '#web/dashboard/view/controls/ControlsBar.tsx';
import type { ChangeState } from '#web/dashboard/view/state.ts';
import { call } from '#web/http/client.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { changeOf, type Changes, optionsOf } from './options.ts';
import { allSharesQuery, sharesQuery } from './queries.ts';
import { ShareOptions } from './ShareOptions.tsx';
import style from './ShareDialog.module.css';

type Props = { share: Share; dashboard: string; onClose: () => void };

/** The rules of a link, to be changed; its address stays. */
export function EditDialog({ share, dashboard: id, onClose }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const queries = useQueryClient();
  const [form] = Form.useForm<Changes>();
  const [start, setStart] = useState<DashboardState>({ ...plainState, ...share.start });
  const { data, error } = useQuery({ ...dashboardQuery(id), throwOnError: false });
  const { mutate, isPending } = useMutation({
    mutationFn: (options: Changes) =>
      call('PATCH /shares/:id', {
        id: share.id,
        ...changeOf({ ...optionsOf(share), ...options }, { time: start.time, values: start.values }),
      }),
    onSuccess: () => {
      for (const query of [sharesQuery(id), allSharesQuery])
        void queries.invalidateQueries({ queryKey: query.queryKey });
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
          <Start id={id} dashboard={data.dashboard} state={start} onChange={setStart} />
          <ShareOptions dashboard={data.dashboard} share={share} />
        </Form>
      )}
    </Modal>
  );
}

type StartProps = {
  id: string;
  dashboard: Dashboard;
  state: DashboardState;
  onChange: ChangeState;
};

/** What is set when someone opens the link, and stays so unless viewers may change it. */
function Start({ id, dashboard, state, onChange }: StartProps) {
  const { t } = useTranslation();
  if (!hasTime(dashboard) && dashboard.controls.length === 0) return null;
  return (
    <fieldset className={style['start']}>
      <legend>{t('share.start')}</legend>
      <Fields setting={{ id, draft: false, dashboard, state, onChange }} layout="bar" />
    </fieldset>
  );
}
