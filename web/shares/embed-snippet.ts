import type { Share } from '#contract/shares/routes.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

/** The public URL of a link. */
export const addressOf = ({ path }: Pick<Share, 'path'>): string => `${window.location.origin}${path ?? ''}`;

/** HTML to embed the dashboard in another site. */
export const snippetOf = (share: Pick<Share, 'path'>, title: string): string =>
  `<iframe src="${escapeMarkup(addressOf(share))}" title="${escapeMarkup(title)}" width="100%" height="800" style="border:0" loading="lazy"></iframe>`;
