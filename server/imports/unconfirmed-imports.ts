import { and, eq, inArray } from 'drizzle-orm';

import type { Queryable } from '#server/database/open.ts';
import { imports } from '#server/database/schema.ts';
import { removeUpload, type ImportServices } from './uploads.ts';

/** Cancels the unconfirmed imports of uploads. */
export async function cancelUnconfirmed(db: Queryable, ...uploadIds: string[]): Promise<void> {
  await db
    .update(imports)
    .set({ state: 'cancelled', confirmation: null, finishedAt: new Date() })
    .where(and(inArray(imports.uploadId, uploadIds), eq(imports.state, 'unconfirmed')));
}

/** Removes an upload unless one of its imports still waits for confirmation. */
export async function releaseUpload(ctx: ImportServices, uploadId: string): Promise<void> {
  const [waiting] = await ctx.db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.uploadId, uploadId), eq(imports.state, 'unconfirmed')));
  if (!waiting) await removeUpload(ctx, uploadId);
}
