import type { SearchResult } from '#contract/search/routes.ts';

type ResultLinks = {
  [Kind in SearchResult['kind']]: (result: Extract<SearchResult, { kind: Kind }>, isOwner: boolean) => string;
};

const links: ResultLinks = {
  dashboard: ({ id }) => `/dashboard/${id}`,
  card: ({ id, dashboard, tab }) => `/dashboard/${dashboard}?tab=${tab}#${id}`,
  application: ({ id }) => `/application/${id}`,
  dataset: ({ id, application }) => `/application/${application}/datasets/${id}`,
  column: ({ id, application, dataset }) => `/application/${application}/datasets/${dataset}#${id}`,
  // Without access to the members page, the dashboards of the member are listed.
  member: ({ text }, isOwner) => (isOwner ? '/account/members' : `/dashboard?q=${encodeURIComponent(text)}`),
};

/** The path of a search result. */
export const linkOf = (result: SearchResult, isOwner: boolean): string =>
  (links[result.kind] as (result: SearchResult, isOwner: boolean) => string)(result, isOwner);
