import { PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/return-focus.ts';
import { GetStarted } from './GetStarted.tsx';

/** Offers the ways to create an application, in a folder if one is open. */
export function NewApplicationButton({ folder }: { folder: string | null }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setAdding(true)}>
        {t('application.new')}
      </Button>
      {isAdding && <NewApplicationDialog folder={folder} onClose={() => setAdding(false)} />}
    </>
  );
}

function NewApplicationDialog({ folder, onClose }: { folder: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal open width={1040} title={t('application.new')} footer={null} onCancel={onClose}>
      <GetStarted folder={folder} />
    </Modal>
  );
}
