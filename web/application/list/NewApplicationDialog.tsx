import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/return-focus.ts';
import { GetStarted } from './GetStarted.tsx';

/** Offers the three ways to create an application. */
export function NewApplicationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal open width={880} title={t('application.new')} footer={null} onCancel={onClose}>
      <GetStarted />
    </Modal>
  );
}
