import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { HistoryEntry } from '#contract/asks.ts';
import type { Param } from '#contract/query.ts';
import type { Database } from '#server/database/open.ts';
import { asked } from '#server/database/schema.ts';

/** Of each member so many questions are kept. */
const kept = 200;

export type Asked = Pick<HistoryEntry, 'sql' | 'tables' | 'milliseconds' | 'rows' | 'error'> & {
  params: Param[];
  askedAt: Date;
};

/** Keeps a question in SQL with what came of it; the same question asked again moves to the top. */
export async function recordAsked(db: Database, memberId: string, entry: Asked): Promise<void> {
  const own = eq(asked.memberId, memberId);
  await db.transaction(async (tx) => {
    // One after the other, or the same question would stay twice.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`asked ${memberId}`}))`);
    await tx.delete(asked).where(and(own, eq(asked.sql, entry.sql)));
    await tx.insert(asked).values({ id: randomUUID(), memberId, ...entry });
    const newest = tx.select({ id: asked.id }).from(asked).where(own).orderBy(desc(asked.askedAt)).limit(kept);
    await tx.delete(asked).where(and(own, notInArray(asked.id, newest)));
  });
}

export async function listAsked(db: Database, memberId: string): Promise<HistoryEntry[]> {
  const list = await db.select().from(asked).where(eq(asked.memberId, memberId)).orderBy(desc(asked.askedAt));
  return list.map(({ memberId: _, askedAt, ...entry }) => ({ ...entry, askedAt: askedAt.toISOString() }));
}

export async function forgetAsked(db: Database, memberId: string): Promise<void> {
  await db.delete(asked).where(eq(asked.memberId, memberId));
}
