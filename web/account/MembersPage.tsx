import { UserAddOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { OneTimeLink, ListedMember, Member } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toast.ts';
import { GroupsPanel } from './groups/GroupsPanel.tsx';
import { MailPanel } from './MailPanel.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import { InvitationsPanel } from './InvitationsPanel.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import style from './MembersPage.module.css';
import { SignUpPanel } from './SignUpPanel.tsx';

/** Members, groups, invitations, sign-up and mail settings, for the owner. */
export function MembersPage({ me }: { me: Member }) {
  const { t } = useTranslation();
  const zone = useZone();
  const [isInviting, setInviting] = useState(false);
  const [resetting, setResetting] = useState<{ link: OneTimeLink; name: string }>();
  const { data: members } = useQuery({ queryKey: ['members'], queryFn: () => call('GET /members', {}) });
  const { mutate: makeLink } = useMutation({
    mutationFn: async ({ id, name }: Member) => ({ link: await call('POST /members/:id/reset-link', { id }), name }),
    onSuccess: setResetting,
    onError: toastProblem,
  });
  // The current member is first: they usually take over.
  const othersOf = ({ id }: Member) =>
    (members ?? [])
      .filter((each) => each.id !== id && each.disabledAt === null)
      .sort((a, b) => Number(b.id === me.id) - Number(a.id === me.id));
  const columns = [
    { title: t('auth.name'), key: 'name', render: (member: ListedMember) => <MemberName member={member} /> },
    { title: t('auth.email'), dataIndex: 'email', render: clip },
    {
      title: t('account.members.role'),
      key: 'role',
      render: (member: ListedMember) =>
        member.id === me.id ? (
          t(`roles.${member.role}`)
        ) : (
          <>
            <RoleSelect member={member} />
            {member.role === 'editor' && member.mayConnect && (
              <div className={style['right']}>{t('account.members.mayConnect')}</div>
            )}
          </>
        ),
    },
    { title: t('account.members.since'), dataIndex: 'createdAt', render: showMoment },
    {
      ...actionColumn,
      render: (member: ListedMember) =>
        member.id !== me.id && (
          <RowActions>
            {member.twoStep && <TwoStepOffButton member={member} />}
            <Button size="small" onClick={() => makeLink(member)}>
              {t('account.members.reset')}
            </Button>
            <MemberMenu member={member} others={othersOf(member)} />
          </RowActions>
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
      {members && <GroupsPanel members={members} />}
      <InvitationsPanel />
      <SignUpPanel />
      <MailPanel email={me.email} />
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

function MemberName({ member }: { member: ListedMember }) {
  const { t } = useTranslation();
  return (
    <>
      <Person member={member} />
      <span className={style['account']}>
        {member.username}
        {member.disabledAt && <Badge tone="quiet">{t('account.members.disabled')}</Badge>}
      </span>
    </>
  );
}

/** A member's avatar and name. */
function Person({ member }: { member: Member }) {
  return (
    <span className={style['person']}>
      <Avatar name={member.name} picture={member.avatar} />
      {clip(member.name)}
    </span>
  );
}

/** Lets the owner turn two-step verification off for a member who lost their phone. */
function TwoStepOffButton({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: () => call('DELETE /members/:id/two-step', { id: member.id }),
    onSuccess: () => void toast('success', t('account.twoStep.nowOff')),
    onError: toastProblem,
  });
  const confirmTurnOff = () =>
    confirmDanger({
      title: t('account.members.twoStepOff'),
      text: t('account.members.twoStepOffText', { name: member.name }),
      yes: t('account.members.twoStepOff'),
      onYes: mutate,
    });
  return (
    <Button size="small" onClick={() => void confirmTurnOff()}>
      {t('account.members.twoStepOff')}
    </Button>
  );
}
