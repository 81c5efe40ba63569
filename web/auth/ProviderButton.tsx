import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';

/** Starts sign-in with the OIDC provider; passes the invitation and returnUrl on. */
export function ProviderButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [invitation, returnUrl] = [params.get('invitation'), params.get('returnUrl')];
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      call('POST /auth/oidc/begin', { ...(invitation && { invitation }), ...(returnUrl && { returnUrl }) }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: toastProblem,
  });
  return (
    <Button size="large" block loading={isPending || isSuccess} onClick={() => mutate()}>
      {t('auth.signin.provider', { name })}
    </Button>
  );
}
