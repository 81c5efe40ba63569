import type { Texts } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';
import { textOf } from '#display/words/subject.ts';
import { findByToken, type Guest } from './alive.ts';
import { isUsedUp } from './open.ts';

/** What a page says of the link that leads to it: where it may stand, and what programs may show of it. */
export type Preview = {
  sites: string[];
  card: { title: string; description: string; language: Language } | null;
};

const nothing: Preview = { sites: [], card: null };

/** Of a link that does not work there is as little to say as of one that never was. */
export async function previewOf(ctx: Guest, token: string): Promise<Preview> {
  const alive = await findByToken(ctx, token);
  if (!alive || isUsedUp(alive.row)) return nothing;
  const { row, maker } = alive;
  if (row.passwordHash !== null) return { sites: row.sites, card: null };
  const { dashboard } = await maker.looking.published(row.dashboardId);
  const said = (texts: Texts) => textOf(texts, row.language);
  const card = { title: said(dashboard.title), description: said(dashboard.description), language: row.language };
  return { sites: row.sites, card };
}
