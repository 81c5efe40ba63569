import { and, inArray, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Notice } from '#contract/notifications/routes.ts';
import { causeOf, topicOf } from '#contract/notifications/notice.ts';
import type { Queryable } from '#server/database/open.ts';
import { channels as channelTable, members as memberTable, notifications, outbox } from '#server/database/schema.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';
import { endOfQuietHours } from './quiet-hours.ts';
import { loadSettingsOf } from './settings.ts';

/**
 * Notifies members, according to their settings, by bell (open pages get the change when the transaction commits) and
 * by email after their quiet hours.
 */
export async function notify(tx: Queryable, members: string[], notice: Notice): Promise<void> {
  if (members.length === 0) return;
  const isRecipient = and(inArray(memberTable.id, members), isNull(memberTable.disabledAt));
  const recipients = await tx.select({ id: memberTable.id }).from(memberTable).where(isRecipient);
  if (recipients.length === 0) return;
  const ids = recipients.map(({ id }) => id);
  const settings = [...(await loadSettingsOf(tx, ids))];
  const topic = topicOf(notice);
  const bellIds = settings.filter(([, { bell }]) => bell[topic]).map(([id]) => id);
  const cause = causeOf(notice);
  if (bellIds.length > 0)
    await tx.insert(notifications).values(bellIds.map((memberId) => ({ memberId, cause, notice })));
  for (const member of bellIds) await publishChange(tx, { kind: 'notification', member });
  const mailSettings = settings.filter(([, { mail }]) => mail[topic]);
  const now = Date.now();
  const emails = mailSettings.map(([memberId, chosen]) => ({
    id: randomUUID(),
    memberId,
    notice,
    dueAt: dueAtOf(now, endOfQuietHours(now, chosen)),
  }));
  if (emails.length > 0) await tx.insert(outbox).values(emails);
}

const dueAtOf = (now: number, moment: number) => (moment > now ? new Date(moment) : dueNow);

/** Queues a notice for channels. */
export async function sendToChannels(tx: Queryable, channels: string[], notice: Notice): Promise<void> {
  if (channels.length === 0) return;
  // A channel that was removed meanwhile is skipped.
  const existing = await tx
    .select({ id: channelTable.id })
    .from(channelTable)
    .where(inArray(channelTable.id, channels));
  const rows = existing.map(({ id }) => ({ id: randomUUID(), channelId: id, notice, dueAt: dueNow }));
  if (rows.length > 0) await tx.insert(outbox).values(rows);
}
