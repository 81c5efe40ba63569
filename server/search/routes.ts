import type { searchRoutes } from '#contract/search/routes.ts';
import type { Handlers } from '#server/context.ts';
import { search, type SearchServices } from './search.ts';

export const searchHandlers: Handlers<SearchServices, typeof searchRoutes> = {
  'GET /search': search,
};
