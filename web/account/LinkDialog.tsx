import Modal from 'antd/es/modal';

import type { Link } from '#contract/accounts.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useReturnFocus } from '#web/ui/dialog.ts';

type Props = { title: string; text: string; link: Link; onClose: () => void };

/** A link that is shown once, to pass on. */
export function LinkDialog({ title, text, link, onClose }: Props) {
  useReturnFocus();
  return (
    <Modal open width={520} title={title} footer={null} onCancel={onClose}>
      <p style={{ marginBottom: 16 }}>{text}</p>
      <CopyField text={`${window.location.origin}${link.path}`} label={title} />
    </Modal>
  );
}
