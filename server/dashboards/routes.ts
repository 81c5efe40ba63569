import type { Dashboard } from '#contract/dashboard.ts';
import type { dashboardRoutes } from '#contract/dashboards.ts';
import type { useRoutes } from '#contract/uses.ts';
import { oneWithAccess } from '#server/access/listed.ts';
import { isOpenToAll, requireRight } from '#server/access/rights.ts';
import type { Handlers, MemberContext } from '#server/context.ts';
import type { Profiles } from '#server/datasets/profile.ts';
import { makeAutomatic } from './automatic/make.ts';
import { bindDashboard } from './bind.ts';
import { listDependents } from './dependents.ts';
import { deleteDraft, saveDraft } from './drafts.ts';
import { listDashboards, listTrash, noteSeen, setFavourite } from './list.ts';
import type { Viewing } from './look.ts';
import type { Services } from './looking.ts';
import {
  copyDashboard,
  createDashboard,
  loadDashboard,
  publishDashboard,
  renameDashboard,
  type SavedDashboard,
} from './store.ts';
import { deleteDashboard, recoverDashboard, trashDashboard } from './trash.ts';
import { tryChange } from './trial.ts';
import { listVersions, loadVersion } from './versions.ts';
import { createView, deleteView, listViews, loadView, renameView } from './views.ts';

const told = async (ctx: MemberContext<Services>, saved: Promise<SavedDashboard>) =>
  oneWithAccess(ctx, 'dashboard', await saved);

/** A dashboard to be saved in place of what is published. */
async function bindNext(ctx: Viewing, { id, dashboard }: { id: string; dashboard: Dashboard }): Promise<Dashboard> {
  const before = await ctx.looking.published(id);
  return bindDashboard(ctx, dashboard, before.dashboard);
}

export const dashboardHandlers: Handlers<Services & { profiles: Profiles }, typeof dashboardRoutes> = {
  'GET /dashboards': listDashboards,
  'POST /dashboards': async (ctx, { dashboard }) => {
    const document = await bindDashboard(ctx, dashboard);
    return told(ctx, createDashboard(ctx, { document, isOpen: true }));
  },
  'POST /dashboards/automatic': async (ctx, { dataset, template }) => {
    await requireRight(ctx, 'view', { kind: 'dataset', id: dataset });
    const document = await makeAutomatic(ctx, dataset, template);
    // What it shows is for those who may see the dataset.
    return told(ctx, createDashboard(ctx, { document, isOpen: await isOpenToAll(ctx, dataset) }));
  },
  'GET /dashboards/:id': (ctx, { id }) => told(ctx, loadDashboard(ctx.db, id, ctx.identity.member.id)),
  'PUT /dashboards/:id': async (ctx, input) =>
    told(ctx, publishDashboard(ctx, { ...input, dashboard: await bindNext(ctx, input) })),
  'PATCH /dashboards/:id': (ctx, input) => told(ctx, renameDashboard(ctx, input)),
  'PUT /dashboards/:id/draft': async (ctx, input) =>
    saveDraft(ctx, { ...input, dashboard: await bindNext(ctx, input) }),
  'DELETE /dashboards/:id/draft': deleteDraft,
  'POST /dashboards/:id/copy': (ctx, input) => told(ctx, copyDashboard(ctx, input)),
  'POST /dashboards/:id/seen': noteSeen,
  'PUT /dashboards/:id/favourite': setFavourite,
  'DELETE /dashboards/:id': (ctx, { id }) => trashDashboard(ctx.db, id),
  'POST /dashboards/:id/restore': (ctx, { id }) => recoverDashboard(ctx.db, id),
  'DELETE /dashboards/:id/trash': (ctx, { id }) => deleteDashboard(ctx.db, id),
  'GET /dashboards/trash': listTrash,
  'GET /dashboards/:id/versions': (ctx, { id }) => listVersions(ctx.db, id),
  'GET /dashboards/:id/versions/:number': (ctx, wanted) => loadVersion(ctx.db, wanted),
  'GET /dashboards/:id/views': listViews,
  'POST /dashboards/:id/views': createView,
  'GET /dashboards/:id/views/:view': (ctx, wanted) => loadView(ctx.db, wanted),
  'PATCH /dashboards/:id/views/:view': renameView,
  'DELETE /dashboards/:id/views/:view': deleteView,
};

export const useHandlers: Handlers<Services, typeof useRoutes> = {
  'GET /datasets/:id/uses': listDependents,
  'POST /datasets/:id/uses/test': tryChange,
};
