import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Member } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

/** Lets the owner turn two-step verification off for a member who lost their phone. */
export function TwoStepOffButton({ member }: { member: Member }) {
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
  const askToTurnOff = () =>
    confirmDanger({
      title: t('account.members.twoStepOff'),
      text: t('account.members.twoStepOffText', { name: member.name }),
      yes: t('account.members.twoStepOff'),
      onYes: mutate,
    });
  return (
    <Button size="small" onClick={() => void askToTurnOff()}>
      {t('account.members.twoStepOff')}
    </Button>
  );
}
