import { and, inArray, isNotNull } from 'drizzle-orm';

import type { applicationRoutes } from '#contract/applications.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { applications, datasets } from '#server/database/schema.ts';
import { listDatasets } from '#server/datasets/read.ts';
import type { Services } from '#server/datasets/services.ts';
import {
  createApplication,
  deleteApplication,
  recoverApplication,
  renameApplication,
  trashApplication,
} from './edit.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { isHere, listApplications, loadApplication } from './list.ts';
import { createSample, removeSample } from './sample.ts';

const hereOf = (db: Database) => db.select({ id: applications.id }).from(applications).where(isHere);

export const applicationHandlers: Handlers<Services, typeof applicationRoutes> = {
  'GET /applications': (ctx) => listApplications(ctx.db),
  'POST /applications': (ctx, input) => createApplication(ctx.db, { ...input, memberId: ctx.identity.member.id }),
  'GET /applications/:id': (ctx, { id }) => loadApplication(ctx.db, id),
  'PATCH /applications/:id': (ctx, { id, name }) => renameApplication(ctx.db, id, name),
  'DELETE /applications/:id': (ctx, { id }) => trashApplication(ctx.db, id),
  'POST /applications/:id/restore': (ctx, { id }) => recoverApplication(ctx.db, id),
  'DELETE /applications/:id/trash': (ctx, { id }) => deleteApplication(ctx, id),
  'GET /trash': async ({ db }) => ({
    applications: await listApplications(db, isNotNull(applications.trashedAt)),
    datasets: await listDatasets(db, and(isNotNull(datasets.trashedAt), inArray(datasets.applicationId, hereOf(db)))!),
  }),
  'GET /applications/:id/keys': (ctx, { id }) => listKeys(ctx.db, id),
  'POST /applications/:id/keys': (ctx, { id, name }) => createKey(ctx.db, id, name),
  'DELETE /applications/:id/keys/:key': (ctx, { id, key }) => revokeKey(ctx.db, id, key),
  'POST /sample': createSample,
  'DELETE /sample': removeSample,
};
