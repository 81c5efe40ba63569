import type { ListedDashboard } from '#contract/dashboards.ts';
import type { Language } from '#contract/language.ts';
import { textOf } from '#display/words/subject.ts';

export const shows = ['all', 'favourites', 'mine', 'seen'] as const;
export type Show = (typeof shows)[number];

export const sorts = ['updated', 'name', 'seen'] as const;
export type Sort = (typeof sorts)[number];

/** What of the list is wanted, and in which order. */
export type Wanted = { show: Show; search: string; sort: Sort };

const oneOf = <T extends string>(known: readonly T[], value: string | null): T =>
  known.find((each) => each === value) ?? known[0]!;

/** The list as its address tells it. What one has seen comes with the last first, unless another order is wanted. */
export function wantedOf(search: URLSearchParams): Wanted {
  const show = oneOf(shows, search.get('show'));
  const sort = search.get('sort') ?? (show === 'seen' ? 'seen' : null);
  return { show, sort: oneOf(sorts, sort), search: search.get('q') ?? '' };
}

type Reader = { id: string | undefined; language: Language };

const isShown: Record<Show, (dashboard: ListedDashboard, reader: Reader) => boolean> = {
  all: () => true,
  favourites: ({ isFavourite }) => isFavourite,
  mine: ({ by }, { id }) => by !== null && by.id === id,
  seen: ({ seenAt }) => seenAt !== null,
};

/** The dashboards of one part of the list. */
export const partOf = (list: ListedDashboard[], show: Show, reader: Reader): ListedDashboard[] =>
  list.filter((dashboard) => isShown[show](dashboard, reader));

/** Every word must be found, in either language or in the name of the owner. */
function isFound({ title, description, by }: ListedDashboard, search: string): boolean {
  const text = [...Object.values(title), ...Object.values(description), by?.name ?? ''].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const latest = (a: string | null, b: string | null) => (b ?? '').localeCompare(a ?? '');

const orders: Record<Sort, (language: Language) => (a: ListedDashboard, b: ListedDashboard) => number> = {
  updated: () => (a, b) => latest(a.updatedAt, b.updatedAt),
  seen: () => (a, b) => latest(a.seenAt, b.seenAt) || latest(a.updatedAt, b.updatedAt),
  name: (language) => {
    const { compare } = new Intl.Collator(language.replace('_', '-'), { numeric: true });
    return (a, b) => compare(textOf(a.title, language), textOf(b.title, language));
  },
};

/** What is wanted of the list, in its order. */
export const findDashboards = (list: ListedDashboard[], wanted: Wanted, reader: Reader): ListedDashboard[] =>
  partOf(list, wanted.show, reader)
    .filter((dashboard) => isFound(dashboard, wanted.search))
    .toSorted(orders[wanted.sort](reader.language));
