import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Invitation } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';

/** Invitations that are still unused. */
export function InvitationsPanel() {
  const { t } = useTranslation();
  const { data: invitations } = useQuery({ queryKey: ['invitations'], queryFn: () => call('GET /invitations', {}) });
  const { mutate: withdraw } = useMutation({
    mutationFn: ({ id }: Invitation) => call('DELETE /invitations/:id', { id }),
    onError: toastProblem,
  });
  if (!invitations?.length) return null;
  const columns = [
    { title: t('account.members.role'), dataIndex: 'role', render: (role: Invitation['role']) => t(`roles.${role}`) },
    { title: t('auth.email'), dataIndex: 'email', render: (email: string | null) => clip(email ?? '-') },
    { title: t('account.members.made'), dataIndex: 'createdAt', render: showMoment },
    { title: t('account.members.until'), dataIndex: 'expiresAt', render: showMoment },
    {
      key: 'withdraw',
      render: (invitation: Invitation) => (
        <Button size="small" onClick={() => withdraw(invitation)}>
          {t('account.members.withdraw')}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={t('account.members.invitations')}>
      <DataTable rows={invitations} columns={columns} empty="" />
    </Panel>
  );
}
