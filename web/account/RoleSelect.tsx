import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Member, Role } from '#contract/accounts.ts';
import { call } from '#web/http/client.ts';
import { askGently } from '#web/ui/confirm.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

const roles: Role[] = ['owner', 'editor', 'viewer'];

/** What a member may do. Another owner can do everything, so that is asked first. */
export function RoleSelect({ member }: { member: Member }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (role: Role) => call('PATCH /members/:id', { id: member.id, role }),
    onSuccess: () => void toast('success', t('common.saved')),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['members'] }),
    onError: toastProblem,
  });
  const choose = (role: Role) => {
    if (role !== 'owner') return mutate(role);
    const text = t('account.members.makeOwnerText', { name: member.name });
    const title = t('account.members.makeOwner');
    void askGently({ title, text, yes: title, onYes: () => mutate(role) });
  };
  return (
    <PlainSelect
      label={t('common.pair', { name: member.name, value: t('account.members.role') })}
      value={member.role}
      options={roles.map((value) => ({ value, text: t(`roles.${value}`) }))}
      onChange={choose}
    />
  );
}
