import { useMutation, useQuery } from '@tanstack/react-query';
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
import { protectionQuery } from './protection.ts';
import style from './TwoStep.module.css';

type PasswordChange = { current?: string; password: string };

/** Changes the password, or sets the first one of a member who signs in with a provider. */
export function PasswordPanel() {
  const { t } = useTranslation();
  const [form] = Form.useForm<PasswordChange>();
  const { data: protection } = useQuery(protectionQuery);
  const isFirst = protection?.hasPassword === false;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (values: PasswordChange) => call('POST /me/password', values),
    onSuccess: () => {
      form.resetFields();
      (form.getFieldInstance('current') as HTMLInputElement | undefined)?.focus();
      void notify(
        'success',
        t(isFirst ? 'account.security.set' : 'account.security.changed'),
        t('account.security.changedText'),
      );
    },
  });
  if (!protection) return null;
  const rule = t('auth.rules.password', { min: passwordLength.min });
  return (
    <Panel title={t(isFirst ? 'account.security.first' : 'account.security.password')}>
      {isFirst && <p className={style['quiet']}>{t('account.security.firstText')}</p>}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={mutate} style={{ maxWidth: 400 }}>
        {!isFirst && (
          <Form.Item
            name="current"
            label={t('account.security.current')}
            rules={[{ required: true, message: t('auth.rules.present') }]}
          >
            <Password autoComplete="current-password" maxLength={passwordLength.max} />
          </Form.Item>
        )}
        <Form.Item
          name="password"
          label={t('auth.reset.password')}
          rules={[{ required: true, min: passwordLength.min, message: rule }]}
        >
          <Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
        {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t(isFirst ? 'account.security.first' : 'account.security.change')}
        </Button>
      </Form>
    </Panel>
  );
}
