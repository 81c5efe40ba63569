import type { ListedShare } from '#contract/shares.ts';

export const filterNames = ['search', 'state', 'maker'] as const;
/** What is looked for, as the address has it. */
export type Chosen = Partial<Record<(typeof filterNames)[number], string>>;

/** Links of members who are gone have no maker. */
export const nobody = '-';

export function isWanted(share: ListedShare, { search = '', state, maker }: Chosen): boolean {
  if (state && share.state !== state) return false;
  if (maker && (share.by?.id ?? nobody) !== maker) return false;
  const { title } = share.dashboard;
  const texts = [share.name, title.en_US, title.zh_CN, share.by?.name ?? '', ...share.sites];
  return texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));
}
