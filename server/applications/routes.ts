import { and, inArray, isNotNull } from 'drizzle-orm';

import type { applicationRoutes } from '#contract/applications/routes.ts';
import type { Handlers, Identity } from '#server/context.ts';
import { mayEdit, maySee } from '#server/access/conditions.ts';
import { oneWithAccess, withAccess } from '#server/access/with-access.ts';
import type { Database } from '#server/database/open.ts';
import { applications, datasets } from '#server/database/schema.ts';
import { listRestrictedApplications } from '#server/datasets/hidden-facts.ts';
import { listDatasets } from '#server/datasets/read.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { requireTarget } from '#server/folders/targets.ts';
import type { RowReader } from '#server/row-rules/row-scope.ts';
import {
  createApplication,
  deleteApplication,
  recoverApplication,
  renameApplication,
  trashApplication,
} from './edit.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { isNotTrashed, listApplications, loadApplication, type PlainApplication } from './list.ts';
import { createSample, removeSample } from './sample.ts';

type ApplicationCaller = { db: Database; identity: Identity };

const accessArgs = ({ identity }: ApplicationCaller) => [identity.member, 'application', applications.id] as const;

const selectEditableIds = (ctx: ApplicationCaller) =>
  ctx.db
    .select({ id: applications.id })
    .from(applications)
    .where(and(isNotTrashed, mayEdit(...accessArgs(ctx))));

/** Totals of all rows are hidden from readers who may not see all of them. */
async function hideTotals(ctx: RowReader & ApplicationCaller, list: PlainApplication[]): Promise<PlainApplication[]> {
  const restricted = await listRestrictedApplications(
    ctx,
    list.map(({ id }) => id),
  );
  return list.map((application) =>
    restricted.has(application.id)
      ? { ...application, rows: null, bytes: 0, newest: null, rate: application.rate.map(() => 0) }
      : application,
  );
}

export const applicationHandlers: Handlers<DatasetServices, typeof applicationRoutes> = {
  'GET /applications': async (ctx) =>
    withAccess(
      ctx,
      'application',
      await hideTotals(ctx, await listApplications(ctx.db, and(isNotTrashed, maySee(...accessArgs(ctx))))),
    ),
  'POST /applications': async (ctx, input) => {
    await requireTarget(ctx, input.folder, 'application');
    const newApplication = { ...input, memberId: ctx.identity.member.id };
    return oneWithAccess(ctx, 'application', await ctx.db.transaction((tx) => createApplication(tx, newApplication)));
  },
  'GET /applications/:id': async (ctx, { id }) => {
    const [application] = await hideTotals(ctx, [await loadApplication(ctx.db, id)]);
    return oneWithAccess(ctx, 'application', application!);
  },
  'PATCH /applications/:id': async (ctx, { id, name }) =>
    oneWithAccess(ctx, 'application', await renameApplication(ctx.db, id, name)),
  'DELETE /applications/:id': (ctx, { id }) => trashApplication(ctx.db, id),
  'POST /applications/:id/restore': (ctx, { id }) => recoverApplication(ctx.db, id),
  'DELETE /applications/:id/trash': (ctx, { id }) => deleteApplication(ctx, id),
  'GET /trash': async (ctx) => ({
    applications: await withAccess(
      ctx,
      'application',
      await listApplications(ctx.db, and(isNotNull(applications.trashedAt), mayEdit(...accessArgs(ctx)))),
    ),
    datasets: await listDatasets(
      ctx.db,
      and(isNotNull(datasets.trashedAt), inArray(datasets.applicationId, selectEditableIds(ctx)))!,
    ),
  }),
  'GET /applications/:id/keys': (ctx, { id }) => listKeys(ctx.db, id),
  'POST /applications/:id/keys': (ctx, { id, name }) => createKey(ctx.db, id, name),
  'DELETE /applications/:id/keys/:key': (ctx, { id, key }) => revokeKey(ctx.db, id, key),
  'POST /sample': async (ctx) => oneWithAccess(ctx, 'application', await createSample(ctx)),
  'DELETE /sample': removeSample,
};
