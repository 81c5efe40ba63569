import { UserAddOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Link, Member } from '#contract/accounts.ts';
import { call } from '#web/http/client.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { InvitationsPanel } from './InvitationsPanel.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { SignUpPanel } from './SignUpPanel.tsx';

/** Who is here, who may come, and the way back in for who forgot the password. */
export function MembersPage({ me }: { me: Member }) {
  const { t } = useTranslation();
  const zone = useZone();
  const [isInviting, setInviting] = useState(false);
  const [resetting, setResetting] = useState<{ link: Link; name: string }>();
  const { data: members } = useQuery({ queryKey: ['members'], queryFn: () => call('GET /members', {}) });
  const { mutate: makeLink } = useMutation({
    mutationFn: async ({ id, name }: Member) => ({ link: await call('POST /members/:id/reset-link', { id }), name }),
    onSuccess: setResetting,
    onError: toastProblem,
  });
  const columns = [
    { title: t('auth.name'), dataIndex: 'name', render: clip },
    { title: t('auth.username'), dataIndex: 'username' },
    { title: t('auth.email'), dataIndex: 'email', render: clip },
    { title: t('account.members.role'), dataIndex: 'role', render: (role: Member['role']) => t(`roles.${role}`) },
    { title: t('account.members.since'), dataIndex: 'createdAt', render: showMoment },
    {
      key: 'reset',
      render: (member: Member) =>
        member.id !== me.id && (
          <Button size="small" onClick={() => makeLink(member)}>
            {t('account.members.reset')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeading
        title={t('account.members.title')}
        lead={t('account.members.lead')}
        actions={
          <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setInviting(true)}>
            {t('account.members.invite')}
          </Button>
        }
      />
      <Panel>
        <DataTable rows={members} columns={columns} empty="" />
      </Panel>
      <InvitationsPanel />
      <SignUpPanel />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {resetting && (
        <LinkDialog
          title={t('account.members.resetTitle', { name: resetting.name })}
          text={t('account.members.resetText', { until: formatMoment(resetting.link.expiresAt, zone) })}
          link={resetting.link}
          onClose={() => setResetting(undefined)}
        />
      )}
    </>
  );
}
