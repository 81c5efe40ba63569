/** The text of a confirmation and of its button. */
export type ConfirmOptions = { title: string; text: string; yes: string; onYes: () => void };

/** Confirms a destructive action; the button is red. */
export function confirmDanger(options: ConfirmOptions): Promise<void> {
  return openConfirm(options, 'danger');
}

/** Confirms an action that others notice but that can be undone. */
export function confirmAction(options: ConfirmOptions): Promise<void> {
  return openConfirm(options, 'primary');
}

async function openConfirm({ title, text, yes, onYes }: ConfirmOptions, color: 'danger' | 'primary'): Promise<void> {
  const [{ default: Modal }] = await Promise.all([import('antd/es/modal'), import('./messages.tsx')]);
  Modal.confirm({
    title,
    content: text,
    okText: yes,
    okButtonProps: { danger: color === 'danger' },
    width: 416,
    onOk: onYes,
  });
}
