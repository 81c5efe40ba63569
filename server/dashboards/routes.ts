import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { dashboardRoutes } from '#contract/dashboards/routes.ts';
import { oneWithAccess } from '#server/access/with-access.ts';
import { isOpenToAll, requireRight } from '#server/access/rights.ts';
import type { Handlers, MemberContext } from '#server/context.ts';
import { requireTarget } from '#server/folders/targets.ts';
import type { Profiles } from '#server/datasets/profile.ts';
import { createAutomaticDashboard } from './automatic/automatic-dashboard.ts';
import { bindDashboard } from './bind-sql.ts';
import { deleteDraft, saveDraft } from './drafts.ts';
import { listDashboards, listTrash, recordVisit, setFavourite, setPin } from './list.ts';
import type { DashboardContext } from './load-dashboard.ts';
import type { DashboardServices } from './dashboard-loads.ts';
import {
  copyDashboard,
  createDashboard,
  loadDashboard,
  publishDashboard,
  renameDashboard,
  type StoredDashboard,
} from './store.ts';
import { deleteDashboard, recoverDashboard, trashDashboard } from './trash.ts';
import { listVersions, loadVersion } from './versions.ts';
import { createView, deleteView, listViews, loadView, renameView } from './views.ts';

const withAccessTo = async (ctx: MemberContext<DashboardServices>, saved: Promise<StoredDashboard>) =>
  oneWithAccess(ctx, 'dashboard', await saved);

/** Binds a dashboard that replaces the published one. */
async function bindReplacement(
  ctx: DashboardContext,
  { id, dashboard }: { id: string; dashboard: Dashboard },
): Promise<Dashboard> {
  const before = await ctx.dashboardLoads.published(id);
  return bindDashboard(ctx, dashboard, before.dashboard);
}

export const dashboardHandlers: Handlers<DashboardServices & { profiles: Profiles }, typeof dashboardRoutes> = {
  'GET /dashboards': listDashboards,
  'POST /dashboards': async (ctx, { dashboard, folder }) => {
    await requireTarget(ctx, folder, 'dashboard');
    const document = await bindDashboard(ctx, dashboard);
    return withAccessTo(ctx, createDashboard(ctx, { document, folder, isOpen: true }));
  },
  'POST /dashboards/automatic': async (ctx, { dataset, template, folder }) => {
    await requireTarget(ctx, folder, 'dashboard');
    await requireRight(ctx, 'view', { kind: 'dataset', id: dataset });
    const document = await createAutomaticDashboard(ctx, dataset, template);
    // Open to all only if the dataset is.
    return withAccessTo(ctx, createDashboard(ctx, { document, folder, isOpen: await isOpenToAll(ctx, dataset) }));
  },
  'GET /dashboards/:id': (ctx, { id }) => withAccessTo(ctx, loadDashboard(ctx.db, id, ctx.identity.member.id)),
  'PUT /dashboards/:id': async (ctx, input) =>
    withAccessTo(ctx, publishDashboard(ctx, { ...input, dashboard: await bindReplacement(ctx, input) })),
  'PATCH /dashboards/:id': (ctx, input) => withAccessTo(ctx, renameDashboard(ctx, input)),
  'PUT /dashboards/:id/draft': async (ctx, input) =>
    saveDraft(ctx, { ...input, dashboard: await bindReplacement(ctx, input) }),
  'DELETE /dashboards/:id/draft': deleteDraft,
  'POST /dashboards/:id/copy': (ctx, input) => withAccessTo(ctx, copyDashboard(ctx, input)),
  'POST /dashboards/:id/seen': recordVisit,
  'PUT /dashboards/:id/favourite': setFavourite,
  'PUT /dashboards/:id/pin': setPin,
  'DELETE /dashboards/:id': (ctx, { id }) => trashDashboard(ctx.db, id),
  'POST /dashboards/:id/restore': (ctx, { id }) => recoverDashboard(ctx.db, id),
  'DELETE /dashboards/:id/trash': (ctx, { id }) => deleteDashboard(ctx.db, id),
  'GET /dashboards/trash': listTrash,
  'GET /dashboards/:id/versions': (ctx, { id }) => listVersions(ctx.db, id),
  'GET /dashboards/:id/versions/:number': (ctx, key) => loadVersion(ctx.db, key),
  'GET /dashboards/:id/views': listViews,
  'POST /dashboards/:id/views': createView,
  'GET /dashboards/:id/views/:view': (ctx, key) => loadView(ctx.db, key),
  'PATCH /dashboards/:id/views/:view': renameView,
  'DELETE /dashboards/:id/views/:view': deleteView,
};
