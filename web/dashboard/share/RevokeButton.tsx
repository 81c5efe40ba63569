import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { askFirst } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';

type Props = { name: string; revoke: () => Promise<void>; onRevoked: () => void };

/** Takes a link back, when asked once more. */
export function RevokeButton({ name, revoke, onRevoked }: Props) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({ mutationFn: revoke, onSuccess: onRevoked, onError: toastProblem });
  const ask = () =>
    void askFirst({ title: t('share.revokeAsk'), text: t('share.revokeText'), yes: t('share.revoke'), onYes: mutate });
  return (
    <Button
      size="small"
      danger
      type="text"
      loading={isPending}
      aria-label={t('share.revokeOf', { name })}
      onClick={ask}
    >
      {t('share.revoke')}
    </Button>
  );
}
