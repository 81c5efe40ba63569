import Modal from 'antd/es/modal';

import type { OneTimeLink } from '#contract/accounts/routes.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';

type LinkDialogProps = { title: string; text: string; link: OneTimeLink; onClose: () => void };

/** A link to pass on, displayed only once. */
export function LinkDialog({ title, text, link, onClose }: LinkDialogProps) {
  useReturnFocus();
  return (
    <Modal open width={520} title={title} footer={null} onCancel={onClose}>
      <p style={{ marginBottom: 16 }}>{text}</p>
      <CopyField text={`${window.location.origin}${link.path}`} label={title} />
    </Modal>
  );
}
