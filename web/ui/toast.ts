export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';
export type NoticeKind = Exclude<ToastKind, 'loading'>;

// On demand: the sign-in page needs neither.
const loadMessages = () => import('./messages.tsx');

/** A short word that goes away by itself; a loading one stays until it is closed. */
export async function toast(kind: ToastKind, text: string): Promise<() => void> {
  const { message } = await loadMessages();
  const close = message.open({ type: kind, content: text, ...(kind === 'loading' && { duration: 0 }) });
  return () => {
    close();
  };
}

/** A word with a heading, in the corner. */
export async function notify(kind: NoticeKind, title: string, description: string): Promise<void> {
  const { notification } = await loadMessages();
  notification.open({ type: kind, title, description });
}

/** Shows that something is under way if it takes longer than a moment. */
export async function toastWhile<T>(text: string, work: Promise<T>): Promise<T> {
  const shown = new Promise<() => void>((resolve) => {
    const timer = setTimeout(() => resolve(toast('loading', text).then((close) => close)), 300);
    void work.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  });
  try {
    return await work;
  } finally {
    void shown.then((close) => close());
  }
}
