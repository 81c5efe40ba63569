import { useMutation, useQueryClient } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import { useTranslation } from 'react-i18next';

import { passwordLength } from '#contract/rules.ts';
import { call } from '#web/http/client.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { notify } from '#web/ui/toast.ts';

type Values = { current: string; password: string };

export function PasswordPanel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (values: Values) => call('POST /me/password', values),
    onSuccess: () => {
      form.resetFields();
      (form.getFieldInstance('current') as HTMLInputElement | undefined)?.focus();
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      void notify('success', t('account.security.changed'), t('account.security.changedText'));
    },
  });
  const rule = t('auth.rules.password', { min: passwordLength.min });
  return (
    <Panel title={t('account.security.password')}>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={mutate} style={{ maxWidth: 400 }}>
        <Form.Item
          name="current"
          label={t('account.security.current')}
          rules={[{ required: true, message: t('auth.rules.present') }]}
        >
          <Password autoComplete="current-password" maxLength={passwordLength.max} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('auth.reset.password')}
          rules={[{ required: true, min: passwordLength.min, message: rule }]}
        >
          <Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
        {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('account.security.change')}
        </Button>
      </Form>
    </Panel>
  );
}
