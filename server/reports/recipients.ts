import { and, eq, inArray, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { type ListedRecipient, type Recipient, recipientKeyOf } from '#contract/reports/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, reportRecipients } from '#server/database/schema.ts';

export type RecipientRow = typeof reportRecipients.$inferSelect;

const fieldsOf = (recipient: Recipient) =>
  recipient.kind === 'member'
    ? { memberId: recipient.member, address: null, language: null, state: recipient.state }
    : { memberId: null, address: recipient.address, language: recipient.language, state: recipient.state };

/** The recipients of reports in list order, with their names. */
export async function listRecipients(db: Queryable, reports: string[]): Promise<Map<string, ListedRecipient[]>> {
  const listed = new Map(reports.map((id): [string, ListedRecipient[]] => [id, []]));
  if (reports.length === 0) return listed;
  const rows = await db
    .select({ row: reportRecipients, name: members.name })
    .from(reportRecipients)
    .leftJoin(members, eq(members.id, reportRecipients.memberId))
    .where(inArray(reportRecipients.reportId, reports))
    .orderBy(reportRecipients.place);
  for (const { row, name } of rows) listed.get(row.reportId)!.push(listedOf(row, name ?? ''));
  return listed;
}

function listedOf({ memberId, address, language, state, stoppedAt }: RecipientRow, name: string): ListedRecipient {
  const isStopped = stoppedAt !== null;
  return memberId === null
    ? { kind: 'address', address: address!, language: language!, state, name: address!, isStopped }
    : { kind: 'member', member: memberId, state, name, isStopped };
}

/**
 * Saves the recipients of a report. Existing ones keep their id. Unsubscribed ones are not deleted, so that adding them
 * again does not resubscribe them.
 */
export async function saveRecipients(tx: Queryable, reportId: string, recipients: Recipient[]): Promise<void> {
  const before = await tx.select().from(reportRecipients).where(eq(reportRecipients.reportId, reportId));
  const idsByKey = new Map(before.map((row) => [row.memberId ?? row.address!, row.id]));
  const keys = new Set(recipients.map(recipientKeyOf));
  const removedIds = before.filter((row) => !keys.has(row.memberId ?? row.address!)).map(({ id }) => id);
  await tx
    .delete(reportRecipients)
    .where(and(inArray(reportRecipients.id, removedIds), isNull(reportRecipients.stoppedAt)));
  for (const [index, recipient] of recipients.entries()) {
    const fields = { ...fieldsOf(recipient), place: index };
    const id = idsByKey.get(recipientKeyOf(recipient));
    if (id) await tx.update(reportRecipients).set(fields).where(eq(reportRecipients.id, id));
    else await tx.insert(reportRecipients).values({ id: randomUUID(), reportId, ...fields });
  }
}
