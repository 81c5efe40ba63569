import type { changelogRoutes } from '#contract/changelog/routes.ts';
import type { storageRoutes } from '#contract/system/storage.ts';
import type { systemRoutes } from '#contract/system/routes.ts';
import type { Handlers } from '#server/context.ts';
import { loadSeenChanges, saveSeenChanges } from './changelog.ts';
import { loadStorage } from './storage.ts';
import { loadSystemStatus, type SystemServices } from './status.ts';

export const systemHandlers: Handlers<
  SystemServices,
  typeof systemRoutes & typeof storageRoutes & typeof changelogRoutes
> = {
  'GET /system': loadSystemStatus,
  'GET /storage': loadStorage,
  'GET /changelog/seen': loadSeenChanges,
  'PUT /changelog/seen': saveSeenChanges,
};
