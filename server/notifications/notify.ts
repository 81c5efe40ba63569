import { and, inArray, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Notice } from '#contract/notifications.ts';
import { causeOf, topicOf } from '#contract/notice.ts';
import type { Queryable } from '#server/database/open.ts';
import { channels as channelTable, members as memberTable, notifications, outbox } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { afterQuiet } from './quiet.ts';
import { loadSettingsOf } from './settings.ts';

/**
 * Tells members something: in the bell, whose open pages hear of it when the transaction commits, and by mail after
 * their quiet hours; each as they chose.
 */
export async function notify(tx: Queryable, members: string[], notice: Notice): Promise<void> {
  if (members.length === 0) return;
  const isTold = and(inArray(memberTable.id, members), isNull(memberTable.disabledAt));
  const told = await tx.select({ id: memberTable.id }).from(memberTable).where(isTold);
  if (told.length === 0) return;
  const ids = told.map(({ id }) => id);
  const settings = [...(await loadSettingsOf(tx, ids))];
  const topic = topicOf(notice);
  const belled = settings.filter(([, { bell }]) => bell[topic]).map(([id]) => id);
  const cause = causeOf(notice);
  if (belled.length > 0) await tx.insert(notifications).values(belled.map((memberId) => ({ memberId, cause, notice })));
  for (const member of belled) await tellChange(tx, { kind: 'notification', member });
  const mailed = settings.filter(([, { mail }]) => mail[topic]);
  const now = Date.now();
  const letters = mailed.map(([memberId, chosen]) => ({
    id: randomUUID(),
    memberId,
    notice,
    dueAt: new Date(afterQuiet(now, chosen)),
  }));
  if (letters.length > 0) await tx.insert(outbox).values(letters);
}

/** Sends a notice through channels as well. */
export async function sendThrough(tx: Queryable, channels: string[], notice: Notice): Promise<void> {
  if (channels.length === 0) return;
  // One that was removed meanwhile is not missed.
  const known = await tx.select({ id: channelTable.id }).from(channelTable).where(inArray(channelTable.id, channels));
  const rows = known.map(({ id }) => ({ id: randomUUID(), channelId: id, notice, dueAt: new Date() }));
  if (rows.length > 0) await tx.insert(outbox).values(rows);
}
