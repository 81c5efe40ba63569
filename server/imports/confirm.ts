import { and, eq } from 'drizzle-orm';

import { Problem, undefinedIfNotFound } from '#contract/errors.ts';
import { type Import, importAcceptances } from '#contract/imports/routes.ts';
import { imports } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { planImport } from './plan.ts';
import { loadImport } from './list-imports.ts';
import { type Importer, type ImportJob, runAll } from './run-imports.ts';
import { releaseUpload } from './unconfirmed-imports.ts';
import { loadUploadRow, type ImportServices } from './uploads.ts';

/** Runs an unconfirmed import, accepting every loss it reported. */
export async function confirmImport(ctx: Importer, id: string): Promise<Import> {
  const [row] = await ctx.db.select().from(imports).where(eq(imports.id, id));
  if (!row) throw new Problem('not_found');
  const { uploadId, request } = row;
  if (row.state !== 'unconfirmed' || !uploadId || !request) throw new Problem('import_not_waiting');
  const upload = await loadUploadRow(ctx, uploadId).catch(undefinedIfNotFound);
  if (!upload) throw new Problem('import_not_waiting');
  const planned = { ...request, accept: [...importAcceptances] };
  const job = await ctx.db.transaction(async (tx): Promise<ImportJob> => {
    const plan = await planImport(tx, row.applicationId, upload.tables, planned);
    const [waiting] = await tx
      .update(imports)
      .set({ state: 'waiting', confirmation: null })
      .where(and(eq(imports.id, id), eq(imports.state, 'unconfirmed')))
      .returning();
    if (!waiting) throw new Problem('import_not_waiting');
    return { row: waiting, plan, zone: upload.zone, options: upload.options };
  });
  void runAll(ctx, uploadId, [job]);
  return loadImport(ctx, id);
}

/** Cancels an import; none of its rows become visible. */
export async function cancelImport(ctx: ImportServices, id: string): Promise<void> {
  const running = ctx.jobs.get(id);
  if (!running) return cancelWaiting(ctx, id);
  running.stop.abort();
  // The import stores and reports its own failure.
  await running.done.catch(() => {});
}

async function cancelWaiting(ctx: ImportServices, id: string): Promise<void> {
  const [row] = await ctx.db
    .update(imports)
    .set({ state: 'cancelled', confirmation: null, finishedAt: new Date() })
    .where(and(eq(imports.id, id), eq(imports.state, 'unconfirmed')))
    .returning();
  if (!row) throw new Problem('not_found');
  if (row.uploadId) await releaseUpload(ctx, row.uploadId);
  await publishChange(ctx.db, { kind: 'import', id, application: row.applicationId });
}
