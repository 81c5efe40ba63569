import { useMutation } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedMember } from '#contract/accounts/routes.ts';
import { call } from '#web/http/client.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';

type HandOverDialogProps = { member: ListedMember; others: ListedMember[]; removes: boolean; onClose: () => void };

/** Selects the member who takes over the work of another one; optionally removes that member. */
export function HandOverDialog({ member, others, removes, onClose }: HandOverDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  useReturnFocus();
  const [to, setTo] = useState(others[0]?.id);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (to) await call('POST /members/:id/transfer', { id: member.id, to });
      if (removes) await call('DELETE /members/:id', { id: member.id });
    },
    onSuccess: () => {
      void toast('success', t(removes ? 'account.members.removed' : 'account.members.handedOver'));
      onClose();
    },
    onError: toastProblem,
  });
  const { name } = member;
  return (
    <Modal
      open
      width={520}
      title={t(removes ? 'account.members.removeTitle' : 'account.members.handOverTitle', { name })}
      okText={t(removes ? 'account.members.remove' : 'account.members.handOver')}
      okButtonProps={{ danger: removes }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t(removes ? 'account.members.removeText' : 'account.members.handOverText')}</p>
      <label htmlFor={id} style={{ display: 'block', marginBottom: 8 }}>
        {t('account.members.newMaker')}
      </label>
      <Select
        id={id}
        style={{ width: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={to}
        options={others.map((each) => ({ value: each.id, label: `${each.name} (${each.username})` }))}
        onChange={setTo}
      />
    </Modal>
  );
}
