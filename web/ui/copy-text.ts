import type { TFunction } from 'i18next';

import { toast } from './toast.ts';

/**
 * Copies a text to the clipboard and shows a toast. The caller has selected the text, for browsers that deny clipboard
 * access.
 */
export async function copyText(text: string, t: TFunction): Promise<void> {
  // The clipboard needs a secure context; without one the selection can be copied manually.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    // The browser denies access, which the toast reports.
    () => false,
  );
  void toast('info', t(isCopied ? 'common.copied' : 'common.copyByHand'));
}
