import { and, eq, inArray } from 'drizzle-orm';

import type { Queryable } from '#server/database/open.ts';
import { imports } from '#server/database/schema.ts';
import { removeUpload, type Services } from './uploads.ts';

/** Cancels the imports of uploads that nobody confirmed. */
export async function cancelUnconfirmed(db: Queryable, ...uploadIds: string[]): Promise<void> {
  await db
    .update(imports)
    .set({ state: 'cancelled', confirmation: null, finishedAt: new Date() })
    .where(and(inArray(imports.uploadId, uploadIds), eq(imports.state, 'unconfirmed')));
}

/** Removes the file of an upload unless an import still waits for a confirmation. */
export async function releaseUpload(ctx: Services, uploadId: string): Promise<void> {
  const [waiting] = await ctx.db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.uploadId, uploadId), eq(imports.state, 'unconfirmed')));
  if (!waiting) await removeUpload(ctx, uploadId);
}
