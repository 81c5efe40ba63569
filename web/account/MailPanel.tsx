import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { installationQuery } from '#web/http/installation.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';

/** Whether email is configured, with a test that shows the mail server's error. */
export function MailPanel({ email }: { email: string }) {
  const { t } = useTranslation();
  const { data: installation } = useQuery(installationQuery);
  const { mutate, error, isSuccess, isPending } = useMutation({
    mutationFn: () => call('POST /installation/mail-test', {}),
  });
  const hasMail = installation?.hasMail ?? false;
  return (
    <Panel
      title={t('account.members.mail')}
      extra={
        hasMail && (
          <Button loading={isPending} onClick={() => mutate()}>
            {t('account.members.testMail')}
          </Button>
        )
      }
    >
      <p>{t(hasMail ? 'account.members.mailOn' : 'account.members.mailOff')}</p>
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginTop: 16 }} />}
      {isSuccess && (
        <Alert type="success" showIcon title={t('account.members.mailSent', { email })} style={{ marginTop: 16 }} />
      )}
    </Panel>
  );
}
