import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { keyDays, keyScopes } from '#contract/accounts/keys.ts';
import type { ApiInput } from '#contract/api.ts';
import { call } from '#web/http/client.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';

type PersonalKeyValues = ApiInput<'POST /me/keys'>;
// A form field cannot have null as an option.
const never = 0;

/** Creates a personal key and shows its secret once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<PersonalKeyValues>();
  useReturnFocus();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (values: PersonalKeyValues) => call('POST /me/keys', { ...values, days: values.days || null }),
    onError: toastProblem,
  });
  if (data) return <SecretDialog secret={data.secret} onClose={onClose} />;
  return (
    <Modal
      open
      width={520}
      title={t('account.keys.make')}
      okText={t('account.keys.make')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('account.keys.makeText')}</p>
      <Form
        name="key"
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ scope: 'read', days: 90 }}
        onFinish={mutate}
      >
        <Form.Item
          name="name"
          label={t('account.keys.name')}
          rules={[{ required: true, whitespace: true, message: t('auth.rules.name') }]}
        >
          <Input autoFocus maxLength={100} placeholder={t('account.keys.nameHint')} />
        </Form.Item>
        <Form.Item name="scope" label={t('account.keys.scope')}>
          <Radio.Group options={keyScopes.map((value) => ({ value, label: t(`account.keys.scopes.${value}`) }))} />
        </Form.Item>
        <Form.Item name="days" label={t('account.keys.expiry')}>
          <Select
            style={{ width: 200 }}
            options={[
              ...keyDays.map((days) => ({ value: days, label: t('account.keys.days', { days }) })),
              { value: never, label: t('account.keys.never') },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  const example = `curl -H "Authorization: Bearer ${secret}" \\\n  ${window.location.origin}/api/dashboards`;
  return (
    <Modal open width={640} title={t('account.keys.ready')} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <p style={{ marginBottom: 16 }}>{t('account.keys.readyText')}</p>
      <CopyField text={secret} label={t('account.keys.ready')} />
      <p style={{ margin: '16px 0 8px' }}>{t('account.keys.example')}</p>
      <CodeBlock code={example} label={t('account.keys.exampleLabel')} />
    </Modal>
  );
}
