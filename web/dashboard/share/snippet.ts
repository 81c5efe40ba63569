import type { Share } from '#contract/shares.ts';

/** The address that people are sent. */
export const addressOf = ({ path }: Pick<Share, 'path'>): string => `${window.location.origin}${path ?? ''}`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!);

/** What another site puts into its page. */
export const snippetOf = (share: Pick<Share, 'path'>, title: string): string =>
  `<iframe src="${escaped(addressOf(share))}" title="${escaped(title)}" width="100%" height="800" style="border:0" loading="lazy"></iframe>`;
