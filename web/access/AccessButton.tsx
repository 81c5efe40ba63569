import { LockOutlined, TeamOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SharedKind, Sharing } from '#contract/access/routes.ts';
import { AccessDialog } from './lazy-access-dialog.ts';

type AccessButtonProps = { kind: SharedKind; id: string; sharing: Sharing };

/** Opens the access dialog; its icon shows the current sharing. */
export function AccessButton({ kind, id, sharing }: AccessButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const label = t('common.pair', { name: t('access.title'), value: t(`access.marks.${sharing}`) });
  return (
    <>
      <Button
        icon={sharing === 'private' ? <LockOutlined aria-hidden /> : <TeamOutlined aria-hidden />}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <AccessDialog kind={kind} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
