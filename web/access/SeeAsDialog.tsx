import { useMutation } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

import { toastProblem } from '#web/ui/problem.ts';
import { MemberSelect } from './MemberSelect.tsx';
import { startSeeAs } from './see-as.ts';
import style from './SeeAsDialog.module.css';

/** Selects a member and reloads the current page as that member sees it. */
export function SeeAsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [member, setMember] = useState<string>();
  const { mutate: start, isPending } = useMutation({
    mutationFn: (id: string) => startSeeAs(id, `${pathname}${search}`),
    onError: toastProblem,
  });
  return (
    <Modal
      open
      title={t('seeAs.title')}
      okText={t('seeAs.start')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: member === undefined, loading: isPending }}
      onOk={() => member !== undefined && start(member)}
      onCancel={onClose}
    >
      <p className={style['lead']}>{t('seeAs.text')}</p>
      <MemberSelect className={style['member'] ?? ''} label={t('seeAs.member')} value={member} onChange={setMember} />
    </Modal>
  );
}
