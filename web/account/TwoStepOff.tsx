import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Member } from '#contract/accounts.ts';
import { call } from '#web/http/client.ts';
import { askFirst } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** The owner's way to let in a member who lost their phone. */
export function TwoStepOff({ member }: { member: Member }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call('DELETE /members/:id/two-step', { id: member.id }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['members'] });
      void toast('success', t('account.twoStep.nowOff'));
    },
    onError: toastProblem,
  });
  const ask = () =>
    askFirst({
      title: t('account.members.twoStepOff'),
      text: t('account.members.twoStepOffText', { name: member.name }),
      yes: t('account.members.twoStepOff'),
      onYes: mutate,
    });
  return (
    <Button size="small" onClick={() => void ask()}>
      {t('account.members.twoStepOff')}
    </Button>
  );
}
