import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { messageOf } from '#contract/error-catalogue.ts';
import { Problem } from '#contract/errors.ts';
import type { ReportEmail, NewReport, Report, reportRoutes } from '#contract/reports/routes.ts';
import { nextSlot } from '#domain/time/schedule.ts';
import { loadCreators } from '#server/accounts/on-behalf.ts';
import { findRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import { loadTime } from '#server/database/database-time.ts';
import type { Queryable } from '#server/database/open.ts';
import { dashboards, members, reportEmails, reports } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { saveReaderDefaults } from '#server/notifications/settings.ts';
import { listRecipients, saveRecipients } from './recipients.ts';
import { requireRecipients } from './rules.ts';
import type { ReportServices } from './services.ts';

export type ReportRow = typeof reports.$inferSelect;
export type ReportEmailRow = typeof reportEmails.$inferSelect;
type ReportContext = MemberContext<ReportServices>;
type ReportChange = z.output<(typeof reportRoutes)['PUT /reports/:id']['input']>;

const historyLength = 200;

// A report shows what its creator may see, so only they and the owner may see it.
const ownCondition = ({ identity: { member } }: ReportContext) =>
  member.role === 'owner' ? sql`true` : eq(reports.memberId, member.id);

const selectReports = (db: Queryable) =>
  db
    .select({ row: reports, by: members.name, title: dashboards.title, trashedAt: dashboards.trashedAt })
    .from(reports)
    .innerJoin(dashboards, eq(dashboards.id, reports.dashboardId))
    .leftJoin(members, eq(members.id, reports.memberId));
type JoinedReport = Awaited<ReturnType<typeof selectReports>>[number];

export async function listReports(ctx: ReportContext): Promise<Report[]> {
  const rows = await selectReports(ctx.db).where(ownCondition(ctx)).orderBy(desc(reports.createdAt)).limit(1000);
  return serializeReports(ctx, rows);
}

export async function loadReportRow(ctx: ReportContext, id: string): Promise<JoinedReport> {
  const [match] = await selectReports(ctx.db).where(and(eq(reports.id, id), ownCondition(ctx)));
  if (!match) throw new Problem('not_found');
  return match;
}

async function loadReportById(ctx: ReportContext, id: string): Promise<Report> {
  const [report] = await serializeReports(ctx, [await loadReportRow(ctx, id)]);
  return report!;
}

export async function loadReport(ctx: ReportContext, id: string): Promise<{ report: Report; letters: ReportEmail[] }> {
  const report = await loadReportById(ctx, id);
  const emails = await ctx.db
    .select()
    .from(reportEmails)
    .where(eq(reportEmails.reportId, id))
    .orderBy(desc(reportEmails.slot), reportEmails.to)
    .limit(historyLength);
  return { report, letters: emails.map((email) => emailOf(ctx, email)) };
}

export async function createReport(
  ctx: ReportContext,
  { id: dashboardId, recipients, ...input }: NewReport,
): Promise<Report> {
  const { member } = ctx.identity;
  await requireRecipients(ctx.db, member, recipients);
  const row = {
    ...input,
    id: randomUUID(),
    memberId: member.id,
    editorId: member.id,
    dashboardId,
    nextAt: await nextOf(ctx.db, input),
  };
  await ctx.db.transaction(async (tx) => {
    await tx.insert(reports).values(row);
    await saveRecipients(tx, row.id, recipients);
    await saveReaderDefaults(tx, member.id, { zone: input.zone, language: ctx.language });
    await publishChange(tx, { kind: 'report', id: row.id, member: member.id });
  });
  return loadReportById(ctx, row.id);
}

const nextOf = async (db: Queryable, { schedule, zone }: Pick<ReportRow, 'schedule' | 'zone'>) =>
  new Date(nextSlot(schedule, zone, await loadTime(db)));

/** Changes a report. It is still sent on behalf of its creator, so the creator must be allowed to send it. */
export async function changeReport(ctx: ReportContext, { id, recipients, ...input }: ReportChange): Promise<Report> {
  const { row } = await loadReportRow(ctx, id);
  const creator = (await loadCreators(ctx.db, [row])).get(row.memberId ?? '');
  await requireRecipients(ctx.db, creator ?? ctx.identity.member, recipients);
  const nextAt = await nextOf(ctx.db, input);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(reports)
      .set({ ...input, editorId: ctx.identity.member.id, nextAt })
      .where(eq(reports.id, id));
    await saveRecipients(tx, id, recipients);
    await publishChange(tx, { kind: 'report', id, member: row.memberId });
  });
  return loadReportById(ctx, id);
}

export async function removeReport(ctx: ReportContext, id: string): Promise<void> {
  const { row } = await loadReportRow(ctx, id);
  await ctx.db.delete(reports).where(eq(reports.id, id));
  await publishChange(ctx.db, { kind: 'report', id, member: row.memberId });
}

type LastDelivery = NonNullable<Report['last']>;

/** Email counts by state of each report's last slot. */
async function listLastDeliveries(db: Queryable, ids: string[]): Promise<Map<string, LastDelivery>> {
  const countOf = (state: string) => sql<number>`(count(*) filter (where ${reportEmails.state} = ${state}))::int`;
  const rows = await db
    .selectDistinctOn([reportEmails.reportId], {
      id: reportEmails.reportId,
      at: reportEmails.slot,
      waiting: countOf('waiting'),
      sent: countOf('sent'),
      failed: countOf('failed'),
    })
    .from(reportEmails)
    .where(and(inArray(reportEmails.reportId, ids), sql`${reportEmails.testedBy} is null`))
    .groupBy(reportEmails.reportId, reportEmails.slot)
    .orderBy(reportEmails.reportId, desc(reportEmails.slot));
  return new Map(rows.map(({ id, at, ...counts }) => [id, { at: at.toISOString(), ...counts }]));
}

async function serializeReports(ctx: ReportContext, rows: JoinedReport[]): Promise<Report[]> {
  const ids = rows.map(({ row }) => row.id);
  const [recipients, last] = await Promise.all([listRecipients(ctx.db, ids), listLastDeliveries(ctx.db, ids)]);
  return Promise.all(
    rows.map(async ({ row, by, title, trashedAt }): Promise<Report> => {
      const { nextAt, createdAt, dashboardId, ...rest } = row;
      const isVisible = !trashedAt && (await findRight(ctx, { kind: 'dashboard', id: dashboardId })) !== undefined;
      return {
        ...rest,
        by,
        dashboard: dashboardId,
        title: isVisible ? title : null,
        recipients: recipients.get(row.id)!,
        last: last.get(row.id) ?? null,
        nextAt: row.isPaused ? null : nextAt.toISOString(),
        createdAt: createdAt.toISOString(),
      };
    }),
  );
}

function emailOf(
  { language }: ReportContext,
  { slot, failure, sentAt, dueAt, testedBy, ...row }: ReportEmailRow,
): ReportEmail {
  return {
    ...row,
    isTest: testedBy !== null,
    slot: slot.toISOString(),
    failure: failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) },
    sentAt: sentAt?.toISOString() ?? null,
    dueAt: dueAt.toISOString(),
  };
}
