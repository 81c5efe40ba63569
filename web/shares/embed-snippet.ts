import type { Share } from '#contract/shares/routes.ts';

/** The public URL of a link. */
export const addressOf = ({ path }: Pick<Share, 'path'>): string => `${window.location.origin}${path ?? ''}`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** HTML to embed the dashboard in another site. */
export const snippetOf = (share: Pick<Share, 'path'>, title: string): string =>
  `<iframe src="${escapeHtml(addressOf(share))}" title="${escapeHtml(title)}" width="100%" height="800" style="border:0" loading="lazy"></iframe>`;
