import type { dashboardRoutes } from '#contract/dashboards.ts';
import type { useRoutes } from '#contract/uses.ts';
import type { Handlers } from '#server/context.ts';
import type { Profiles } from '#server/datasets/profile.ts';
import type { Services } from '#server/queries/services.ts';
import { makeAutomatic } from './automatic/make.ts';
import { listDependents } from './dependents.ts';
import { deleteDraft, saveDraft } from './drafts.ts';
import { listDashboards, listTrash, noteSeen, setFavourite } from './list.ts';
import { copyDashboard, createDashboard, loadDashboard, publishDashboard, renameDashboard } from './store.ts';
import { deleteDashboard, recoverDashboard, trashDashboard } from './trash.ts';
import { tryChange } from './trial.ts';
import { listVersions, loadVersion } from './versions.ts';
import { createView, deleteView, listViews, loadView } from './views.ts';

export const dashboardHandlers: Handlers<Services & { profiles: Profiles }, typeof dashboardRoutes> = {
  'GET /dashboards': listDashboards,
  'POST /dashboards': (ctx, { dashboard }) => createDashboard(ctx, dashboard),
  'POST /dashboards/automatic': async (ctx, { dataset, template }) =>
    createDashboard(ctx, await makeAutomatic(ctx, dataset, template)),
  'GET /dashboards/:id': (ctx, { id }) => loadDashboard(ctx.db, id, ctx.identity.member.id),
  'PUT /dashboards/:id': publishDashboard,
  'PATCH /dashboards/:id': renameDashboard,
  'PUT /dashboards/:id/draft': saveDraft,
  'DELETE /dashboards/:id/draft': deleteDraft,
  'POST /dashboards/:id/copy': copyDashboard,
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
  'DELETE /dashboards/:id/views/:view': deleteView,
};

export const useHandlers: Handlers<Services, typeof useRoutes> = {
  'GET /datasets/:id/uses': listDependents,
  'POST /datasets/:id/uses/test': tryChange,
};
