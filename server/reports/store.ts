import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { messageOf } from '#contract/catalogue.ts';
import { Problem } from '#contract/errors.ts';
import type { Letter, NewReport, Report, reportRoutes } from '#contract/reports.ts';
import { nextSlot } from '#contract/slots.ts';
import { loadMakers } from '#server/accounts/acting.ts';
import { findRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { dashboards, members, reportLetters, reports } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { rememberReader } from '#server/notifications/settings.ts';
import { listRecipients, saveRecipients } from './recipients.ts';
import { requireRecipients } from './rules.ts';
import type { Services } from './services.ts';

export type ReportRow = typeof reports.$inferSelect;
export type LetterRow = typeof reportLetters.$inferSelect;
type Ctx = MemberContext<Services>;
type Change = z.output<(typeof reportRoutes)['PUT /reports/:id']['input']>;

const historyLength = 200;

// A report shows what its maker may see, so it is theirs; the owner sees all.
const ownCondition = ({ identity: { member } }: Ctx) =>
  member.role === 'owner' ? sql`true` : eq(reports.memberId, member.id);

const joined = (db: Queryable) =>
  db
    .select({ row: reports, by: members.name, title: dashboards.title, trashedAt: dashboards.trashedAt })
    .from(reports)
    .innerJoin(dashboards, eq(dashboards.id, reports.dashboardId))
    .leftJoin(members, eq(members.id, reports.memberId));
type Joined = Awaited<ReturnType<typeof joined>>[number];

export async function listReports(ctx: Ctx): Promise<Report[]> {
  const found = await joined(ctx.db).where(ownCondition(ctx)).orderBy(desc(reports.createdAt)).limit(1000);
  return reportsOf(ctx, found);
}

export async function loadReportRow(ctx: Ctx, id: string): Promise<Joined> {
  const [found] = await joined(ctx.db).where(and(eq(reports.id, id), ownCondition(ctx)));
  if (!found) throw new Problem('not_found');
  return found;
}

async function loadOne(ctx: Ctx, id: string): Promise<Report> {
  const [report] = await reportsOf(ctx, [await loadReportRow(ctx, id)]);
  return report!;
}

export async function loadReport(ctx: Ctx, id: string): Promise<{ report: Report; letters: Letter[] }> {
  const report = await loadOne(ctx, id);
  const letters = await ctx.db
    .select()
    .from(reportLetters)
    .where(eq(reportLetters.reportId, id))
    .orderBy(desc(reportLetters.slot), reportLetters.to)
    .limit(historyLength);
  return { report, letters: letters.map((letter) => letterOf(ctx, letter)) };
}

export async function createReport(ctx: Ctx, { id: dashboardId, recipients, ...input }: NewReport): Promise<Report> {
  const { member } = ctx.identity;
  await requireRecipients(ctx.db, member, recipients);
  const row = {
    ...input,
    id: randomUUID(),
    memberId: member.id,
    editorId: member.id,
    dashboardId,
    nextAt: nextOf(input),
  };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(reports).values(row);
    await saveRecipients(tx, row.id, recipients);
    await rememberReader(tx, member.id, { zone: input.zone, language: ctx.language });
    await tellChange(tx, { kind: 'report', id: row.id, member: member.id });
  });
  return loadOne(ctx, row.id);
}

const nextOf = ({ schedule, zone }: Pick<ReportRow, 'schedule' | 'zone'>) =>
  new Date(nextSlot(schedule, zone, Date.now()));

/** Changes a report. It stays in the name of whoever made it, so they must be allowed to send it. */
export async function changeReport(ctx: Ctx, { id, recipients, ...input }: Change): Promise<Report> {
  const { row } = await loadReportRow(ctx, id);
  const maker = (await loadMakers(ctx.db, [row])).get(row.memberId ?? '');
  await requireRecipients(ctx.db, maker ?? ctx.identity.member, recipients);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(reports)
      .set({ ...input, editorId: ctx.identity.member.id, nextAt: nextOf(input) })
      .where(eq(reports.id, id));
    await saveRecipients(tx, id, recipients);
    await tellChange(tx, { kind: 'report', id, member: row.memberId });
  });
  return loadOne(ctx, id);
}

export async function removeReport(ctx: Ctx, id: string): Promise<void> {
  const { row } = await loadReportRow(ctx, id);
  await ctx.db.delete(reports).where(eq(reports.id, id));
  await tellChange(ctx.db, { kind: 'report', id, member: row.memberId });
}

type Last = NonNullable<Report['last']>;

/** What came of each report the last time. */
async function listLast(db: Queryable, ids: string[]): Promise<Map<string, Last>> {
  const countOf = (state: string) => sql<number>`(count(*) filter (where ${reportLetters.state} = ${state}))::int`;
  const rows = await db
    .selectDistinctOn([reportLetters.reportId], {
      id: reportLetters.reportId,
      at: reportLetters.slot,
      waiting: countOf('waiting'),
      sent: countOf('sent'),
      failed: countOf('failed'),
    })
    .from(reportLetters)
    .where(and(inArray(reportLetters.reportId, ids), sql`${reportLetters.testedBy} is null`))
    .groupBy(reportLetters.reportId, reportLetters.slot)
    .orderBy(reportLetters.reportId, desc(reportLetters.slot));
  return new Map(rows.map(({ id, at, ...counts }) => [id, { at: at.toISOString(), ...counts }]));
}

async function reportsOf(ctx: Ctx, found: Joined[]): Promise<Report[]> {
  const ids = found.map(({ row }) => row.id);
  const [recipients, last] = await Promise.all([listRecipients(ctx.db, ids), listLast(ctx.db, ids)]);
  return Promise.all(
    found.map(async ({ row, by, title, trashedAt }): Promise<Report> => {
      const { nextAt, createdAt, dashboardId, ...rest } = row;
      const isSeen = !trashedAt && (await findRight(ctx, { kind: 'dashboard', id: dashboardId })) !== undefined;
      return {
        ...rest,
        by,
        dashboard: dashboardId,
        title: isSeen ? title : null,
        recipients: recipients.get(row.id)!,
        last: last.get(row.id) ?? null,
        nextAt: row.isPaused ? null : nextAt.toISOString(),
        createdAt: createdAt.toISOString(),
      };
    }),
  );
}

function letterOf({ language }: Ctx, { slot, failure, sentAt, dueAt, testedBy, ...row }: LetterRow): Letter {
  return {
    ...row,
    isTest: testedBy !== null,
    slot: slot.toISOString(),
    failure: failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) },
    sentAt: sentAt?.toISOString() ?? null,
    dueAt: dueAt.toISOString(),
  };
}
