import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { call } from '#web/http/client.ts';
import { clearToken } from '#web/shell/token.ts';
import { toast } from '#web/ui/toast.ts';
import { AuthForm } from './AuthForm.tsx';
import { newPasswordField } from './fields.ts';
import { AuthMessage } from './AuthMessage.tsx';

type ResetValues = { password: string };

/** Sets a new password with a reset link. */
export function Reset() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get('token');
  const back = <Link to="/auth/signin">{t('auth.forgot.signin')}</Link>;
  if (!token) return <AuthMessage title={t('auth.reset.title')} text={t('auth.reset.noToken')} below={back} />;
  return (
    <AuthForm
      title={t('auth.reset.title')}
      lead={t('auth.reset.lead')}
      fields={[newPasswordField(t, t('auth.reset.password'))]}
      action={t('auth.reset.action')}
      submit={({ password }: ResetValues) => call('POST /auth/reset', { token, password })}
      onDone={() => {
        clearToken();
        void toast('success', t('auth.reset.done'));
        void navigate('/auth/signin', { replace: true });
      }}
      below={back}
    />
  );
}
