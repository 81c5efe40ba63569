export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';
export type NoticeKind = Exclude<ToastKind, 'loading'>;

// Loaded on demand: the sign-in page needs neither.
const loadMessages = () => import('./messages.tsx');

/** A short message that disappears automatically; a loading one stays until it is closed. */
export async function toast(kind: ToastKind, text: string): Promise<() => void> {
  const { message } = await loadMessages();
  const close = message.open({ type: kind, content: text, ...(kind === 'loading' && { duration: 0 }) });
  return () => {
    close();
  };
}

/** A notification with a heading, in the corner. */
export async function notify(kind: NoticeKind, title: string, description: string): Promise<void> {
  const { notification } = await loadMessages();
  notification.open({ type: kind, title, description });
}

/** Shows a loading toast if the work takes longer than 300 ms. */
export async function toastWhile<T>(text: string, work: Promise<T>): Promise<T> {
  const loadingToast = new Promise<() => void>((resolve) => {
    const timer = setTimeout(() => resolve(toast('loading', text).then((close) => close)), 300);
    // The caller handles the failure.
    void work.catch(() => undefined).finally(() => clearTimeout(timer));
  });
  try {
    return await work;
  } finally {
    void loadingToast.then((close) => close());
  }
}
