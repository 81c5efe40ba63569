import type { TFunction } from 'i18next';

import { toast } from './toast.ts';

/** Puts a text on the clipboard and says so. The caller has selected it, for browsers that do not let us. */
export async function copyText(text: string, t: TFunction): Promise<void> {
  // Browsers offer the clipboard to secure pages only; the selection is there to copy by hand.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  void toast('info', t(isCopied ? 'common.copied' : 'common.copyByHand'));
}
