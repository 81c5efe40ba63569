import type { changelogRoutes } from '#contract/changelog.ts';
import type { storageRoutes } from '#contract/storage.ts';
import type { systemRoutes } from '#contract/system.ts';
import type { Handlers } from '#server/context.ts';
import { loadSeen, saveSeen } from './changelog.ts';
import { loadStorage } from './storage.ts';
import { loadState, type Services } from './state.ts';

export const systemHandlers: Handlers<Services, typeof systemRoutes & typeof storageRoutes & typeof changelogRoutes> = {
  'GET /system': loadState,
  'GET /storage': loadStorage,
  'GET /changelog/seen': loadSeen,
  'PUT /changelog/seen': saveSeen,
};
