import type { Found } from '#contract/search.ts';

type Links = { [Kind in Found['kind']]: (found: Extract<Found, { kind: Kind }>, isOwner: boolean) => string };

const links: Links = {
  dashboard: ({ id }) => `/dashboard/${id}`,
  card: ({ id, dashboard, tab }) => `/dashboard/${dashboard}?tab=${tab}#${id}`,
  application: ({ id }) => `/application/${id}`,
  dataset: ({ id, application }) => `/application/${application}/datasets/${id}`,
  column: ({ id, application, dataset }) => `/application/${application}/datasets/${dataset}#${id}`,
  // Who may not manage members sees what they have made.
  member: ({ text }, isOwner) => (isOwner ? '/account/members' : `/dashboard?q=${encodeURIComponent(text)}`),
};

/** The page of something that was found. */
export const linkOf = (found: Found, isOwner: boolean): string =>
  (links[found.kind] as (found: Found, isOwner: boolean) => string)(found, isOwner);
