import { useMutation, useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Invitation } from '#contract/accounts/routes.ts';
import { emailPattern } from '#contract/rules.ts';
import { call } from '#web/http/client.ts';
import { installationQuery } from '#web/http/installation.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { LinkDialog } from './LinkDialog.tsx';

const roles: Invitation['role'][] = ['editor', 'viewer'];

/** Chooses the role of the new member, then shows the link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const zone = useZone();
  useReturnFocus();
  const [role, setRole] = useState<Invitation['role']>('editor');
  const [email, setEmail] = useState('');
  const { data: installation } = useQuery(installationQuery);
  const isMailed = email.trim() !== '';
  const {
    mutate: invite,
    data: link,
    isPending,
  } = useMutation({
    mutationFn: () => call('POST /invitations', { role, ...(email.trim() && { email }) }),
    onError: toastProblem,
  });
  if (link) {
    const until = formatMoment(link.expiresAt, zone);
    const text = isMailed
      ? t('account.members.mailedText', { email, until })
      : t('account.members.inviteText', { until });
    return <LinkDialog title={t('account.members.inviteReady')} text={text} link={link} onClose={onClose} />;
  }
  return (
    <Modal
      open
      width={520}
      title={t('account.members.invite')}
      okText={t(isMailed ? 'account.members.sendInvitation' : 'account.members.makeLink')}
      okButtonProps={{ disabled: isMailed && !emailPattern.test(email.trim()) }}
      confirmLoading={isPending}
      onOk={() => invite()}
      onCancel={onClose}
    >
      <Radio.Group
        value={role}
        onChange={(event) => setRole(event.target.value as Invitation['role'])}
        options={roles.map((value) => ({
          value,
          label: t('common.pair', { name: t(`roles.${value}`), value: t(`roles.${value}Text`) }),
        }))}
        style={{ display: 'grid', gap: 12, padding: '8px 0' }}
      />
      {installation?.hasMail && (
        <label style={{ display: 'grid', gap: 8, marginTop: 16 }}>
          {t('account.members.inviteEmail')}
          <Input
            type="email"
            autoComplete="off"
            maxLength={200}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
      )}
    </Modal>
  );
}
