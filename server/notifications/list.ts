import { and, count, eq, inArray, isNull, lt, max, sql } from 'drizzle-orm';

import type { NoticeGroup } from '#contract/notifications/routes.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { notifications } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';

const pageSize = 20;
const retentionMs = 90 * 24 * 60 * 60 * 1000;

type NotificationPage = { groups: NoticeGroup[]; next: number | null };

/** Notifications of a member grouped by cause, newest first. */
export async function listGroups(
  db: Queryable,
  member: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<NotificationPage> {
  const newest = max(notifications.id);
  const groupRows = await db
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
  const groups = groupRows.slice(0, pageSize).map((each) => ({ ...each, id: Number(each.newest) }));
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
    next: groupRows.length > pageSize ? groups.at(-1)!.id : null,
  };
}

export async function countUnread(db: Queryable, member: string): Promise<number> {
  const isUnreadOfMember = and(eq(notifications.memberId, member), isNull(notifications.readAt));
  const [row] = await db.select({ unread: count() }).from(notifications).where(isUnreadOfMember);
  return row!.unread;
}

/** Marks notifications of one cause or all as read; the member's other pages receive the change. */
export async function markRead(db: Database, member: string, cause: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    const unread = and(eq(notifications.memberId, member), isNull(notifications.readAt));
    const selected = cause === null ? unread : and(unread, eq(notifications.cause, cause));
    await tx.update(notifications).set({ readAt: new Date() }).where(selected);
    await publishChange(tx, { kind: 'notification', member });
  });
}

/** Deletes notifications beyond the retention period. */
export async function removeOldNotifications({ db }: { db: Database }): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, new Date(Date.now() - retentionMs)));
}
