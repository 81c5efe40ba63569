import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { useDashboardContext, useStateContext } from '#web/viewer/dashboard-context.ts';
import { useZone } from '#web/shell/preferences.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { BlockedParts } from './BlockedParts.tsx';
import { inputOf, type ShareFormValues, plainOptions } from './options.ts';
import { sharesQuery } from './queries.ts';
import { ShareList } from './ShareList.tsx';
import { ShareOptions } from './ShareOptions.tsx';
import style from './ShareDialog.module.css';
import { addressOf } from './embed-snippet.ts';

/** Public links of a dashboard: create one, list all. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { id } = useDashboardContext();
  const { data: shares, error } = useQuery(sharesQuery(id));
  return (
    <Modal open width={640} title={t('share.title')} footer={null} onCancel={onClose}>
      <p className={style['lead']}>{t('share.lead')}</p>
      <BlockedParts />
      <NewLink />
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {shares && shares.length > 0 && <ShareList shares={shares} />}
    </Modal>
  );
}

function NewLink() {
  const { t } = useTranslation();
  const { id, dashboard } = useDashboardContext();
  const state = useStateContext();
  const queries = useQueryClient();
  const zone = useZone();
  const [form] = Form.useForm<ShareFormValues>();
  const { mutate, isPending } = useMutation({
    mutationFn: (options: ShareFormValues) =>
      call('POST /dashboards/:id/shares', { id, ...inputOf(options, state, zone) }),
    onSuccess: (created) => {
      queries.setQueryData(sharesQuery(id).queryKey, (existing = []) => [
        created,
        ...existing.filter((each) => each.id !== created.id),
      ]);
      form.resetFields(['name', 'password']);
      void copyText(addressOf(created), t);
    },
    onError: toastProblem,
  });
  return (
    <Form
      name="share"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={plainOptions}
      onFinish={(options: ShareFormValues) => mutate({ ...plainOptions, ...options })}
    >
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('share.create')}
      </Button>
      <details className={style['options']}>
        <summary>{t('share.options')}</summary>
        <ShareOptions dashboard={dashboard} />
      </details>
    </Form>
  );
}
