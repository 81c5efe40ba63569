import { and, eq } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { type Import, importAcceptances } from '#contract/imports.ts';
import { imports } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { planImport } from './plan.ts';
import { type Importer, type Job, loadImport, runAll } from './run.ts';
import { releaseUpload } from './unconfirmed.ts';
import { loadUploadRow, type Services } from './uploads.ts';

/** Loads an unconfirmed import, whatever it loses. */
export async function confirmImport(ctx: Importer, id: string): Promise<Import> {
  const [row] = await ctx.db.select().from(imports).where(eq(imports.id, id));
  if (!row) throw new Problem('not_found');
  const { uploadId, request } = row;
  if (row.state !== 'unconfirmed' || !uploadId || !request) throw new Problem('import_not_waiting');
  const upload = await loadUploadRow(ctx, uploadId).catch(() => undefined);
  if (!upload) throw new Problem('import_not_waiting');
  const planned = { ...request, accept: [...importAcceptances] };
  const job = await ctx.db.transaction(async (tx): Promise<Job> => {
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

/** Stops an import; nothing of it will be seen. */
export async function cancelImport(ctx: Services, id: string): Promise<void> {
  const running = ctx.work.get(id);
  if (!running) return cancelWaiting(ctx, id);
  running.stop.abort();
  await running.done.catch(() => {});
}

async function cancelWaiting(ctx: Services, id: string): Promise<void> {
  const [row] = await ctx.db
    .update(imports)
    .set({ state: 'cancelled', confirmation: null, finishedAt: new Date() })
    .where(and(eq(imports.id, id), eq(imports.state, 'unconfirmed')))
    .returning();
  if (!row) throw new Problem('not_found');
  if (row.uploadId) await releaseUpload(ctx, row.uploadId);
  await tellChange(ctx.db, { kind: 'import', id, application: row.applicationId });
}
