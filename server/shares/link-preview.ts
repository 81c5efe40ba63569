import type { LocalizedText } from '#domain/columns/column.ts';
import type { Language } from '#domain/language.ts';
import { textOf } from '#display/words/subject.ts';
import { findByToken, type ShareVisitorContext } from './active-share.ts';
import { isUsedUp } from './open-share.ts';

/** What the page of a link declares: the sites that may embed it, and its Open Graph card. */
export type LinkPreview = {
  sites: string[];
  card: { title: string; description: string; language: Language } | null;
};

const emptyPreview: LinkPreview = { sites: [], card: null };

/** The preview of a link; empty for an unknown or inactive one, so that they cannot be told apart. */
export async function loadLinkPreview(ctx: ShareVisitorContext, token: string): Promise<LinkPreview> {
  const share = await findByToken(ctx, token);
  if (!share || isUsedUp(share.row)) return emptyPreview;
  const { row, creator } = share;
  if (row.passwordHash !== null) return { sites: row.sites, card: null };
  const { dashboard } = await creator.dashboardLoads.published(row.dashboardId);
  const textIn = (texts: LocalizedText) => textOf(texts, row.language);
  const card = { title: textIn(dashboard.title), description: textIn(dashboard.description), language: row.language };
  return { sites: row.sites, card };
}
