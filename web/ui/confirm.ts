/** What is asked, and what the button says that does it. */
export type Question = { title: string; text: string; yes: string; onYes: () => void };

/** Asks before something is lost or ended: the button is red. */
export function askFirst(question: Question): Promise<void> {
  return ask(question, 'danger');
}

/** Asks before something that others will notice but that can be taken back. */
export function askGently(question: Question): Promise<void> {
  return ask(question, 'primary');
}

async function ask({ title, text, yes, onYes }: Question, color: 'danger' | 'primary'): Promise<void> {
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
