import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { nextSlot } from '#contract/slots.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { members, reportLetters, reportRecipients, reports } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import type { Services } from './services.ts';
import { loadReportRow, type ReportRow } from './store.ts';

/** So many reports are planned in one transaction. */
const batch = 100;

/**
 * Writes down the letters of reports that are due, and when they are due again, in one transaction: whatever happens
 * in between, and however many servers there are, each recipient has one letter for a slot. Slots that went by while
 * no server ran are made up for by one letter. Gives whether there may be more.
 */
export async function planDue({ db }: { db: Database }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(reports)
      .where(and(lte(reports.nextAt, sql`now()`), eq(reports.isPaused, false)))
      .orderBy(reports.nextAt)
      .limit(batch)
      .for('update', { skipLocked: true });
    for (const report of due) await planOne(tx, report);
    return due.length === batch;
  });
}

async function planOne(tx: Queryable, { id, memberId, nextAt, schedule, zone }: ReportRow): Promise<void> {
  const recipients = await listMeant(tx, id);
  const letters = recipients.map(({ recipientId, to }) => ({
    id: randomUUID(),
    reportId: id,
    recipientId,
    to,
    slot: nextAt,
  }));
  if (letters.length > 0) await tx.insert(reportLetters).values(letters).onConflictDoNothing();
  const next = new Date(nextSlot(schedule, zone, Math.max(Date.now(), nextAt.getTime())));
  await tx.update(reports).set({ nextAt: next }).where(eq(reports.id, id));
  await tellChange(tx, { kind: 'report', id, member: memberId });
}

/** Those who receive a report, first those at the top of its list. */
const listMeant = (tx: Queryable, reportId: string) =>
  tx
    .select({
      recipientId: reportRecipients.id,
      memberId: reportRecipients.memberId,
      to: sql<string>`coalesce(${members.name}, ${reportRecipients.address})`,
    })
    .from(reportRecipients)
    .leftJoin(members, eq(members.id, reportRecipients.memberId))
    .where(and(eq(reportRecipients.reportId, reportId), isNull(reportRecipients.stoppedAt)))
    .orderBy(reportRecipients.place);

/** Has a report sent to whoever asks for it, as they or the first on its list would have it. */
export async function planTest(ctx: MemberContext<Services>, id: string): Promise<void> {
  const { row } = await loadReportRow(ctx, id);
  if (!ctx.config.mail) throw new Problem('mail_missing');
  const { member } = ctx.identity;
  const meant = await listMeant(ctx.db, id);
  const { recipientId = null } = meant.find(({ memberId }) => memberId === member.id) ?? meant[0] ?? {};
  await ctx.db.transaction(async (tx) => {
    const letter = { id: randomUUID(), reportId: id, recipientId, testedBy: member.id, to: member.name };
    await tx.insert(reportLetters).values({ ...letter, slot: new Date() });
    await tellChange(tx, { kind: 'report', id, member: row.memberId });
  });
}

/** Sends again what could not be sent the last time. */
export async function retryLast(ctx: MemberContext<Services>, id: string): Promise<void> {
  const { row } = await loadReportRow(ctx, id);
  const ofReport = eq(reportLetters.reportId, id);
  const last = ctx.db
    .select({ slot: sql`max(${reportLetters.slot})` })
    .from(reportLetters)
    .where(and(ofReport, isNull(reportLetters.testedBy)));
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(reportLetters)
      .set({ state: 'waiting', tries: 0, dueAt: new Date(), failure: null })
      .where(and(ofReport, eq(reportLetters.state, 'failed'), sql`${reportLetters.slot} = (${last})`));
    await tellChange(tx, { kind: 'report', id, member: row.memberId });
  });
}
