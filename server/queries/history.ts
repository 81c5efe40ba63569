import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { HistoryEntry } from '#contract/queries/routes.ts';
import type { Param } from '#domain/query/query.ts';
import type { Database } from '#server/database/open.ts';
import { sqlHistory } from '#server/database/schema.ts';

/** Maximum number of entries per member. */
const maxEntries = 200;

export type NewHistoryEntry = Pick<HistoryEntry, 'sql' | 'tables' | 'milliseconds' | 'rows' | 'error'> & {
  params: Param[];
  askedAt: Date;
};

/** Records a query in SQL with its outcome; a repeated query moves to the top. */
export async function recordHistory(db: Database, memberId: string, entry: NewHistoryEntry): Promise<void> {
  const own = eq(sqlHistory.memberId, memberId);
  await db.transaction(async (tx) => {
    // Serialized per member, or concurrent repeats would be stored twice.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`asked ${memberId}`}))`);
    await tx.delete(sqlHistory).where(and(own, eq(sqlHistory.sql, entry.sql)));
    await tx.insert(sqlHistory).values({ id: randomUUID(), memberId, ...entry });
    const newest = tx
      .select({ id: sqlHistory.id })
      .from(sqlHistory)
      .where(own)
      .orderBy(desc(sqlHistory.askedAt))
      .limit(maxEntries);
    await tx.delete(sqlHistory).where(and(own, notInArray(sqlHistory.id, newest)));
  });
}

export async function listHistory(db: Database, memberId: string): Promise<HistoryEntry[]> {
  const list = await db
    .select()
    .from(sqlHistory)
    .where(eq(sqlHistory.memberId, memberId))
    .orderBy(desc(sqlHistory.askedAt));
  return list.map(({ memberId: _, askedAt, ...entry }) => ({ ...entry, askedAt: askedAt.toISOString() }));
}

export async function clearHistory(db: Database, memberId: string): Promise<void> {
  await db.delete(sqlHistory).where(eq(sqlHistory.memberId, memberId));
}
