/** Asks before something that cannot be undone. */
export async function askFirst({
  title,
  text,
  onYes,
}: {
  title: string;
  text: string;
  onYes: () => void;
}): Promise<void> {
  const [{ default: Modal }] = await Promise.all([import('antd/es/modal'), import('./messages.tsx')]);
  Modal.confirm({ title, content: text, width: 416, onOk: onYes });
}
