import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Member, Role } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { confirmAction } from '#web/ui/confirm.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

const roles: Role[] = ['owner', 'editor', 'viewer'];

/** The role of a member. Making someone owner is confirmed first, because an owner can do everything. */
export function RoleSelect({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (role: Role) => call('PATCH /members/:id', { id: member.id, role }),
    onSuccess: () => void toast('success', t('common.saved')),
    onError: toastProblem,
  });
  const choose = (role: Role) => {
    if (role !== 'owner') return mutate(role);
    const text = t('account.members.makeOwnerText', { name: member.name });
    const title = t('account.members.makeOwner');
    void confirmAction({ title, text, yes: title, onYes: () => mutate(role) });
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
