import { and, count, eq, inArray, isNull, lt, max, sql } from 'drizzle-orm';

import type { NoticeGroup } from '#contract/notifications.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { notifications } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';

const pageSize = 20;
const keptFor = 90 * 24 * 60 * 60 * 1000;

type Page = { groups: NoticeGroup[]; next: number | null };

/** Someone's notifications by what they come from, those with the newest first. */
export async function listGroups(db: Queryable, member: string, before = Number.MAX_SAFE_INTEGER): Promise<Page> {
  const newest = max(notifications.id);
  const found = await db
    .select({
      newest: sql<string>`${newest}`,
      count: count(),
      unread: sql<number>`(count(*) filter (where ${isNull(notifications.readAt)}))::integer`,
    })
    .from(notifications)
    .where(eq(notifications.memberId, member))
    .groupBy(notifications.cause)
    .having(lt(newest, before))
    .orderBy(sql`${newest} desc`)
    .limit(pageSize + 1);
  const groups = found.slice(0, pageSize).map((each) => ({ ...each, id: Number(each.newest) }));
  const ids = groups.map(({ id }) => id);
  const rows = ids.length ? await db.select().from(notifications).where(inArray(notifications.id, ids)) : [];
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return {
    groups: groups.flatMap(({ id, count: total, unread }) => {
      const row = rowOf.get(id);
      if (!row) return [];
      const { cause, notice, createdAt } = row;
      return [{ id, cause, notice, at: createdAt.toISOString(), count: total, unread }];
    }),
    next: found.length > pageSize ? groups.at(-1)!.id : null,
  };
}

export async function countUnread(db: Queryable, member: string): Promise<number> {
  const mine = and(eq(notifications.memberId, member), isNull(notifications.readAt));
  const [row] = await db.select({ unread: count() }).from(notifications).where(mine);
  return row!.unread;
}

/** Marks notifications as read, of one cause or all; the person's other pages hear of it. */
export async function markRead(db: Database, member: string, cause: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    const unread = and(eq(notifications.memberId, member), isNull(notifications.readAt));
    const meant = cause === null ? unread : and(unread, eq(notifications.cause, cause));
    await tx.update(notifications).set({ readAt: new Date() }).where(meant);
    await tellChange(tx, { kind: 'notification', member });
  });
}

/** Removes what nobody will look for any more. */
export async function removeOldNotifications({ db }: { db: Database }): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, new Date(Date.now() - keptFor)));
}
