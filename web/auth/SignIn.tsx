import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

import type { Installation } from '#contract/installation.ts';
import { call } from '#web/http/client.ts';
import { useAdmit } from './admit.ts';
import { AuthForm } from './AuthForm.tsx';
import { CodeStep, type Credentials } from './CodeStep.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { identifierField, passwordField } from './fields.ts';

/** Signing in; a second step asks for a code where the member wants that. */
export function SignIn({ installation }: { installation: Installation }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const admit = useAdmit();
  const [credentials, setCredentials] = useState<Credentials>();
  if (credentials) return <CodeStep credentials={credentials} onBack={() => setCredentials(undefined)} />;
  return (
    <AuthForm
      title={t('auth.signin.title')}
      fields={[identifierField(t), passwordField(t)]}
      action={t('auth.signin.action')}
      submit={async (values: Credentials) => ({ values, answer: await call('POST /auth/signin', values) })}
      onDone={({ values, answer }) => ('needs' in answer ? setCredentials(values) : admit(answer))}
      ways={
        <>
          {installation.provider && <ProviderButton name={installation.provider} />}
          <PasskeyButton />
        </>
      }
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
