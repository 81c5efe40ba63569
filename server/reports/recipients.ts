import { and, eq, inArray, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { type ListedRecipient, type Recipient, whoOf } from '#contract/reports.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, reportRecipients } from '#server/database/schema.ts';

export type RecipientRow = typeof reportRecipients.$inferSelect;

const fieldsOf = (recipient: Recipient) =>
  recipient.kind === 'member'
    ? { memberId: recipient.member, address: null, language: null, state: recipient.state }
    : { memberId: null, address: recipient.address, language: recipient.language, state: recipient.state };

/** The recipients of reports in their order, with what they are called. */
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
 * Writes down who receives a report. Whoever is still meant stays who they are; whoever wanted no more of it stays on
 * the list, so that they are not added again as if they had never said so.
 */
export async function saveRecipients(tx: Queryable, reportId: string, recipients: Recipient[]): Promise<void> {
  const before = await tx.select().from(reportRecipients).where(eq(reportRecipients.reportId, reportId));
  const known = new Map(before.map((row) => [row.memberId ?? row.address!, row.id]));
  const meant = new Set(recipients.map(whoOf));
  const left = before.filter((row) => !meant.has(row.memberId ?? row.address!)).map(({ id }) => id);
  await tx.delete(reportRecipients).where(and(inArray(reportRecipients.id, left), isNull(reportRecipients.stoppedAt)));
  for (const [place, recipient] of recipients.entries()) {
    const fields = { ...fieldsOf(recipient), place };
    const id = known.get(whoOf(recipient));
    if (id) await tx.update(reportRecipients).set(fields).where(eq(reportRecipients.id, id));
    else await tx.insert(reportRecipients).values({ id: randomUUID(), reportId, ...fields });
  }
}
