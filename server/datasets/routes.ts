import { and, eq, isNull } from 'drizzle-orm';

import type { datasetRoutes } from '#contract/datasets/routes.ts';
import type { calculatedRoutes } from '#contract/datasets/calculated.ts';
import type { metricRoutes } from '#contract/datasets/metrics.ts';
import type { verificationRoutes } from '#contract/datasets/verification-routes.ts';
import type { Handlers } from '#server/context.ts';
import { datasets } from '#server/database/schema.ts';
import { requireAllRows } from '#server/row-rules/row-scope.ts';
import { correctRejects } from './correct-rejects.ts';
import { editColumn, editDataset } from './edit.ts';
import { removeMetric } from './metrics.ts';
import { hideFactsOfAll, hideFactsOfDataset } from './hidden-facts.ts';
import { changeCalculated, createCalculated, removeCalculated } from './calculated-columns.ts';
import { previewFormula } from './preview-formula.ts';
import { loadProfile, type Profiles } from './profile.ts';
import { listAllDatasets, listDatasets, loadDataset, requireApplication } from './read.ts';
import { deleteCorrections } from './recipe.ts';
import { deleteRejects, downloadRejects, listRejects } from './rejects.ts';
import { loadRows } from './rows.ts';
import type { DatasetServices } from './services.ts';
import { deleteDataset, recoverDataset, trashDataset } from './trash.ts';
import { removeMark, setMark } from './verification.ts';
import { listVersions, restoreVersion } from './versions.ts';

export const datasetHandlers: Handlers<DatasetServices & { profiles: Profiles }, typeof datasetRoutes> = {
  'GET /applications/:id/datasets': async (ctx, { id }) => {
    await requireApplication(ctx.db, id);
    const list = await listDatasets(ctx.db, and(eq(datasets.applicationId, id), isNull(datasets.trashedAt))!);
    return hideFactsOfAll(ctx, list);
  },
  'GET /datasets/:id': async (ctx, { id }) => hideFactsOfDataset(ctx, await loadDataset(ctx.db, id)),
  'PATCH /datasets/:id': editDataset,
  'PATCH /datasets/:id/columns/:column': editColumn,
  'DELETE /datasets/:id': (ctx, { id }) => trashDataset(ctx.db, id),
  'POST /datasets/:id/restore': (ctx, { id }) => recoverDataset(ctx.db, id),
  'DELETE /datasets/:id/trash': (ctx, { id }) => deleteDataset(ctx, id),
  'POST /datasets/:id/rows': loadRows,
  'GET /datasets/:id/profile': (ctx, { id }) => loadProfile(ctx, id),
  'GET /datasets/:id/versions': async (ctx, { id }) => {
    await requireAllRows(ctx, id);
    return listVersions(ctx.db, id);
  },
  'POST /datasets/:id/versions/:number/restore': restoreVersion,
  'GET /datasets/:id/rejects': async (ctx, range) => {
    await requireAllRows(ctx, range.id);
    return listRejects(ctx.db, range);
  },
  'GET /datasets/:id/rejects/file': async (ctx, { id }) => {
    await requireAllRows(ctx, id);
    return downloadRejects(ctx.db, id);
  },
  'POST /datasets/:id/rejects/load': correctRejects,
  'DELETE /datasets/:id/recipe': (ctx, selector) => deleteCorrections(ctx.db, selector),
  'DELETE /datasets/:id/rejects': (ctx, { id }) => deleteRejects(ctx.db, id),
};

/** The routes that check formulas are in `server/relations/`. */
type PlainMetricRoutes = Omit<typeof metricRoutes, 'POST /datasets/:id/metrics' | 'PUT /datasets/:id/metrics/:metric'>;

export const metricHandlers: Handlers<DatasetServices, PlainMetricRoutes> = {
  'GET /datasets': async (ctx) => hideFactsOfAll(ctx, await listAllDatasets(ctx.db, ctx.identity.member)),
  'DELETE /datasets/:id/metrics/:metric': (ctx, { id, metric }) => removeMetric(ctx.db, id, metric),
};

export const calculatedHandlers: Handlers<DatasetServices, typeof calculatedRoutes> = {
  'POST /datasets/:id/formula': previewFormula,
  'POST /datasets/:id/calculated-columns': createCalculated,
  'PUT /datasets/:id/calculated-columns/:calculation': changeCalculated,
  'DELETE /datasets/:id/calculated-columns/:calculation': (ctx, { id, calculation }) =>
    removeCalculated(ctx.db, id, calculation),
};

export const verificationHandlers: Handlers<DatasetServices, typeof verificationRoutes> = {
  'PUT /datasets/:id/verification': (ctx, { id, note }) => setMark(ctx, { dataset: id, metric: null }, note),
  'DELETE /datasets/:id/verification': (ctx, { id }) => removeMark(ctx.db, { dataset: id, metric: null }),
  'PUT /datasets/:id/metrics/:metric/verification': (ctx, { id, metric, note }) =>
    setMark(ctx, { dataset: id, metric }, note),
  'DELETE /datasets/:id/metrics/:metric/verification': (ctx, { id, metric }) =>
    removeMark(ctx.db, { dataset: id, metric }),
};
