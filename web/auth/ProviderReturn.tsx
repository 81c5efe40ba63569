import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';

import { call } from '#web/http/client.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { useAdmit } from './admit.ts';
import { Note } from './Note.tsx';

/** Back from the provider: what was brought along is worth a session, once. */
export function ProviderReturn() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [code, state] = [params.get('code'), params.get('state')];
  const admit = useAdmit();
  const { mutate, error } = useMutation({
    mutationFn: () => call('POST /auth/oidc', { code: code!, state: state! }),
    onSuccess: (answer) => admit(answer, answer.returnUrl),
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
  return <Note title={t('auth.signin.title')} text={text} below={back} />;
}
