import type { accessRoutes } from '#contract/access/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import type { AccessControl } from './access.ts';
import { listAudience, listNames, saveAudience } from './grants.ts';

export const accessHandlers: Handlers<{ db: Database; access: AccessControl }, typeof accessRoutes> = {
  'GET /dashboards/:id/access': (ctx, { id }) => listAudience(ctx.db, { kind: 'dashboard', id }),
  'PUT /dashboards/:id/access': (ctx, input) => saveAudience(ctx, 'dashboard', input),
  'GET /applications/:id/access': (ctx, { id }) => listAudience(ctx.db, { kind: 'application', id }),
  'PUT /applications/:id/access': (ctx, input) => saveAudience(ctx, 'application', input),
  'GET /folders/:id/access': (ctx, { id }) => listAudience(ctx.db, { kind: 'folder', id }),
  'PUT /folders/:id/access': (ctx, input) => saveAudience(ctx, 'folder', input),
  'GET /members/names': (ctx) => listNames(ctx.db),
};
