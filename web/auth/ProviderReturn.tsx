import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';

import { call } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';
import { AuthMessage } from './AuthMessage.tsx';

/** Callback of the OIDC provider: exchanges the code for a session, once. */
export function ProviderReturn() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [code, state] = [params.get('code'), params.get('state')];
  const completeSignIn = useCompleteSignIn();
  const { mutate, error } = useMutation({
    mutationFn: () => call('POST /auth/oidc', { code: code!, state: state! }),
    onSuccess: (answer) => completeSignIn(answer, answer.returnUrl),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (!code || !state || isSent.current) return;
    isSent.current = true;
    mutate();
  }, [code, state, mutate]);
  if (!error && code && state) return <PageSpinner />;
  const back = <Link to="/auth/signin">{t('auth.forgot.signin')}</Link>;
  const text = error ? sentenceOf(error) : t('auth.signin.providerRefused');
  return <AuthMessage title={t('auth.signin.title')} text={text} below={back} />;
}
