import type { ListedShare } from '#contract/shares/routes.ts';

export const filterNames = ['search', 'state', 'creator'] as const;
/** The filter as URL parameters. */
export type LinksFilterParams = Partial<Record<(typeof filterNames)[number], string>>;

/** Value for links whose creator was removed. */
export const nobody = '-';

export function matchesFilter(share: ListedShare, { search = '', state, creator }: LinksFilterParams): boolean {
  if (state && share.state !== state) return false;
  if (creator && (share.by?.id ?? nobody) !== creator) return false;
  const { title } = share.dashboard;
  const texts = [share.name, title.en_US, title.zh_CN, share.by?.name ?? '', ...share.sites];
  return texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));
}
