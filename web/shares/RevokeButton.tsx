import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { confirmDanger } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';

type RevokeButtonProps = { name: string; revoke: () => Promise<void>; onRevoked?: () => void };

/** Revokes a link after confirmation. */
export function RevokeButton({ name, revoke, onRevoked }: RevokeButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: revoke,
    ...(onRevoked && { onSuccess: onRevoked }),
    onError: toastProblem,
  });
  const confirm = () =>
    void confirmDanger({
      title: t('share.revokeAsk'),
      text: t('share.revokeText'),
      yes: t('share.revoke'),
      onYes: mutate,
    });
  return (
    <Button
      size="small"
      danger
      type="text"
      loading={isPending}
      aria-label={t('share.revokeOf', { name })}
      onClick={confirm}
    >
      {t('share.revoke')}
    </Button>
  );
}
