import { KeyOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

import type { Installation } from '#contract/installation/routes.ts';
import { call } from '#web/http/client.ts';
import { offersPasskeys, signInByPasskey } from '#web/http/passkey.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';
import { AuthForm } from './AuthForm.tsx';
import { CodeStep, type SignInCredentials } from './CodeStep.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { identifierField, passwordField } from './fields.ts';

/** Sign-in form; a second step asks for a code if two-step verification is on. */
export function SignIn({ installation }: { installation: Installation }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const completeSignIn = useCompleteSignIn();
  const [credentials, setCredentials] = useState<SignInCredentials>();
  if (credentials) return <CodeStep credentials={credentials} onBack={() => setCredentials(undefined)} />;
  return (
    <AuthForm
      title={t('auth.signin.title')}
      fields={[identifierField(t), passwordField(t)]}
      action={t('auth.signin.action')}
      submit={async (values: SignInCredentials) => ({ values, answer: await call('POST /auth/signin', values) })}
      onDone={({ values, answer }) => ('needs' in answer ? setCredentials(values) : completeSignIn(answer))}
      alternatives={
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

/** Signs in with a passkey, where the browser supports it. */
function PasskeyButton() {
  const { t } = useTranslation();
  const completeSignIn = useCompleteSignIn();
  const { mutate, isPending } = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: (admission) => admission && completeSignIn(admission),
    onError: toastProblem,
  });
  if (!offersPasskeys()) return null;
  return (
    <Button size="large" block icon={<KeyOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('auth.signin.passkey')}
    </Button>
  );
}
