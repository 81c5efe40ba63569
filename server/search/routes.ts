import type { searchRoutes } from '#contract/search.ts';
import type { Handlers } from '#server/context.ts';
import { search, type Services } from './search.ts';

export const searchHandlers: Handlers<Services, typeof searchRoutes> = {
  'GET /search': search,
};
