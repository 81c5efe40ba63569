import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/dialog.ts';
import { Begin } from './Begin.tsx';

/** A new application begins in one of the three ways. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal open width={880} title={t('application.new')} footer={null} onCancel={onClose}>
      <Begin />
    </Modal>
  );
}
