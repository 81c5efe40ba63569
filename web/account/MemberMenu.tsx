import { MoreOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedMember } from '#contract/accounts/routes.ts';
import { startSeeAs } from '#web/access/see-as.ts';
import { call } from '#web/http/client.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

const HandOverDialog = lazy(() =>
  import('./HandOverDialog.tsx').then((module) => ({ default: module.HandOverDialog })),
);

const AttributesDialog = lazy(() =>
  import('./groups/AttributesDialog.tsx').then((module) => ({ default: module.AttributesDialog })),
);

type MemberMenuProps = { member: ListedMember; others: ListedMember[] };

/** Less frequent actions on a member: allow connecting databases, set attributes, disable, hand over work, remove. */
export function MemberMenu({ member, others }: MemberMenuProps) {
  const { t } = useTranslation();
  const [handingOver, setHandingOver] = useState<'keep' | 'remove'>();
  const [isEditingAttributes, setEditingAttributes] = useState(false);
  const isDisabled = member.disabledAt !== null;
  const { mutate: toggle } = useMutation({
    mutationFn: () => call(isDisabled ? 'POST /members/:id/enable' : 'POST /members/:id/disable', { id: member.id }),
    onSuccess: () => void toast('success', t(isDisabled ? 'account.members.enabled' : 'account.members.nowDisabled')),
    onError: toastProblem,
  });
  const { mutate: setMayConnect } = useMutation({
    mutationFn: (mayConnect: boolean) => call('PUT /members/:id/may-connect', { id: member.id, mayConnect }),
    onSuccess: (_, mayConnect) => {
      const key = mayConnect ? 'account.members.nowConnects' : 'account.members.noLongerConnects';
      void toast('success', t(key, { name: member.name }));
    },
    onError: toastProblem,
  });
  const { mutate: seeAs } = useMutation({
    mutationFn: () => startSeeAs(member.id, '/dashboard'),
    onError: toastProblem,
  });
  const confirmDisabling = () =>
    confirmDanger({
      title: t('account.members.disableTitle', { name: member.name }),
      text: t('account.members.disableText'),
      yes: t('account.members.disable'),
      onYes: toggle,
    });
  const connectItem = {
    key: 'connect',
    text: t(member.mayConnect ? 'account.members.unletConnect' : 'account.members.letConnect'),
    onSelect: () => setMayConnect(!member.mayConnect),
  };
  const items = [
    ...(member.role === 'editor' ? [connectItem] : []),
    // Owners see all rows.
    ...(member.role === 'owner'
      ? []
      : [{ key: 'attributes', text: t('attributes.edit'), onSelect: () => setEditingAttributes(true) }]),
    ...(isDisabled ? [] : [{ key: 'see-as', text: t('seeAs.menu'), onSelect: () => seeAs() }]),
    isDisabled
      ? { key: 'enable', text: t('account.members.enable'), onSelect: () => toggle() }
      : { key: 'disable', text: t('account.members.disable'), onSelect: () => void confirmDisabling() },
    { key: 'transfer', text: t('account.members.handOver'), onSelect: () => setHandingOver('keep') },
    { key: 'remove', text: t('account.members.remove'), onSelect: () => setHandingOver('remove') },
  ];
  const label = t('account.members.more', { name: member.name });
  return (
    <>
      <Menu label={label} items={items} opensOn="click">
        <Button size="small" aria-label={label} icon={<MoreOutlined aria-hidden />} />
      </Menu>
      <Suspense>
        {isEditingAttributes && <AttributesDialog member={member} onClose={() => setEditingAttributes(false)} />}
      </Suspense>
      {handingOver && (
        <Suspense fallback={null}>
          <HandOverDialog
            member={member}
            others={others}
            removes={handingOver === 'remove'}
            onClose={() => setHandingOver(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
