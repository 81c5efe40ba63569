import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

import type { Installation } from '#contract/installation.ts';
import { call } from '#web/http/client.ts';
import { useAdmit } from './admit.ts';
import { AuthForm } from './AuthForm.tsx';
import { identifierField, passwordField } from './fields.ts';

type Values = { identifier: string; password: string };

export function SignIn({ installation }: { installation: Installation }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const admit = useAdmit();
  return (
    <AuthForm
      title={t('auth.signin.title')}
      fields={[identifierField(t), passwordField(t)]}
      action={t('auth.signin.action')}
      submit={(values: Values) => call('POST /auth/signin', values)}
      onDone={admit}
      below={
        <>
          {installation.signUp === 'open' ? (
            <Link to={{ pathname: '/auth/signup', search }}>{t('auth.signin.signup')}</Link>
          ) : (
            <span>{t('auth.signin.invitation')}</span>
          )}
          <Link to={{ pathname: '/auth/forgot', search }}>{t('auth.signin.forgot')}</Link>
        </>
      }
    />
  );
}
