import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import type { Language } from '#domain/language.ts';
import { textOf } from '#display/words/subject.ts';

export const shows = ['all', 'favourites', 'mine', 'seen'] as const;
export type ListPart = (typeof shows)[number];

export const sorts = ['updated', 'name', 'seen'] as const;
type Sort = (typeof sorts)[number];

/** Filter and order of the list, and the open folder; null at the top level. */
export type ListFilter = { show: ListPart; search: string; sort: Sort; folder: string | null };

const oneOf = <T extends string>(options: readonly T[], value: string | null): T =>
  options.find((each) => each === value) ?? options[0]!;

/** Parses the filter from the URL. Viewed dashboards are sorted by last view unless another order is set. */
export function listFilterOf(search: URLSearchParams): ListFilter {
  const show = oneOf(shows, search.get('show'));
  const sort = search.get('sort') ?? (show === 'seen' ? 'seen' : null);
  return { show, sort: oneOf(sorts, sort), search: search.get('q') ?? '', folder: search.get('folder') };
}

type ListViewer = { id: string | undefined; language: Language };

const isInPart: Record<ListPart, (dashboard: ListedDashboard, reader: ListViewer) => boolean> = {
  all: () => true,
  favourites: ({ isFavourite }) => isFavourite,
  mine: ({ by }, { id }) => by !== null && by.id === id,
  seen: ({ seenAt }) => seenAt !== null,
};

/** The dashboards of one part of the list. */
export const partOf = (list: ListedDashboard[], show: ListPart, reader: ListViewer): ListedDashboard[] =>
  list.filter((dashboard) => isInPart[show](dashboard, reader));

/** Whether every word occurs in a title, description or the owner's name. */
function matchesSearch({ title, description, by }: ListedDashboard, search: string): boolean {
  const text = [...Object.values(title), ...Object.values(description), by?.name ?? ''].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const byLatest = (a: string | null, b: string | null) => (b ?? '').localeCompare(a ?? '');

const comparators: Record<Sort, (language: Language) => (a: ListedDashboard, b: ListedDashboard) => number> = {
  updated: () => (a, b) => byLatest(a.updatedAt, b.updatedAt),
  seen: () => (a, b) => byLatest(a.seenAt, b.seenAt) || byLatest(a.updatedAt, b.updatedAt),
  name: (language) => {
    const { compare } = new Intl.Collator(language.replace('_', '-'), { numeric: true });
    return (a, b) => compare(textOf(a.title, language), textOf(b.title, language));
  },
};

/** Pinned first, in the order of pinning. */
const byPin = (a: ListedDashboard, b: ListedDashboard) =>
  Number(b.pinnedAt !== null) - Number(a.pinnedAt !== null) || (a.pinnedAt ?? '').localeCompare(b.pinnedAt ?? '');

/** Whether the list is across all folders: in a search, and in every tab but the first. */
export const isAcrossFolders = ({ show, search }: ListFilter): boolean => show !== 'all' || search.trim() !== '';

/** Whether a dashboard is in the open folder. The top level also shows all pinned dashboards. */
const isInFolder = (dashboard: ListedDashboard, folder: string | null): boolean =>
  dashboard.folder === folder || (folder === null && dashboard.pinnedAt !== null);

/** Filters and sorts the list; pinned dashboards stay on top in any order. */
export function findDashboards(list: ListedDashboard[], filter: ListFilter, reader: ListViewer): ListedDashboard[] {
  const compare = comparators[filter.sort](reader.language);
  const isAcross = isAcrossFolders(filter);
  return partOf(list, filter.show, reader)
    .filter((dashboard) => isAcross || isInFolder(dashboard, filter.folder))
    .filter((dashboard) => matchesSearch(dashboard, filter.search))
    .toSorted((a, b) => byPin(a, b) || compare(a, b));
}
