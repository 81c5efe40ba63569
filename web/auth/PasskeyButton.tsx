import { KeyOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { offersPasskeys, signInByPasskey } from '#web/http/passkey.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';

/** Signs in with a passkey, where the browser supports it. */
export function PasskeyButton() {
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
