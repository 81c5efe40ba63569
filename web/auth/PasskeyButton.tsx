import { KeyOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { offersPasskeys, signInByPasskey } from '#web/http/passkey.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useAdmit } from './admit.ts';

/** Signing in without typing anything, where passkeys can work. */
export function PasskeyButton() {
  const { t } = useTranslation();
  const admit = useAdmit();
  const { mutate, isPending } = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: (admission) => admission && admit(admission),
    onError: toastProblem,
  });
  if (!offersPasskeys()) return null;
  return (
    <Button size="large" block icon={<KeyOutlined aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {t('auth.signin.passkey')}
    </Button>
  );
}
