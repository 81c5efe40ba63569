import { eq } from 'drizzle-orm';
import { rm } from 'node:fs/promises';

import { isTransient } from '#server/execution/transient-problem.ts';
import { messageOf } from '#contract/error-catalogue.ts';
import { isNotFound, Problem } from '#contract/errors.ts';
import { asMember } from '#server/accounts/on-behalf.ts';
import { writeDashboardFile, type WrittenFile } from '#server/print/export.ts';
import { reportEmails } from '#server/database/schema.ts';
import { type JobQueue, releaseLease, runQueue } from '#server/jobs/job-queue.ts';
import { holdLease, type Lease } from '#server/jobs/lease.ts';
import { deliverNow, messageIdOf } from '#server/mail/send.ts';
import { fileTypes } from '#server/queries/exports.ts';
import { storeFile } from './stored-files.ts';
import { reportEmailOf } from './email.ts';
import { fileLink, stopLink } from './email-links.ts';
import { markFailed, markSent } from './delivery-status.ts';
import { loadEmailJob, type ReportEmailJob } from './email-job.ts';
import type { ReportServices } from './services.ts';
import type { ReportEmailRow } from './store.ts';

const emails: JobQueue<typeof reportEmails> = {
  name: 'sending reports',
  table: reportEmails,
  dueAt: reportEmails.dueAt,
  isPending: eq(reportEmails.state, 'waiting'),
  // Small, because each email renders a whole dashboard.
  batchSize: 2,
  leaseSeconds: 60,
};

/** Creates and sends due emails until stopped. */
export const runReportEmails = (ctx: ReportServices): (() => Promise<void>) =>
  runQueue(ctx, emails, (rows, signal) => Promise.all(rows.map((email) => sendClaimed(ctx, email, signal))));

async function sendClaimed(ctx: ReportServices, email: ReportEmailRow, signal: AbortSignal): Promise<void> {
  const lease = holdLease(ctx, emails, email);
  try {
    await sendEmail(ctx, { email, lease, signal });
  } catch (error) {
    const leased = await lease.end();
    if (signal.aborted) await releaseLease(ctx.db, reportEmails, leased);
    else await markFailed(ctx, leased, problemOf(ctx, error));
  } finally {
    await lease.end();
  }
}

function problemOf({ log }: ReportServices, error: unknown): Problem {
  if (error instanceof Problem) return isNotFound(error) ? new Problem('report_dashboard_gone') : error;
  log.error({ err: error }, 'a report could not be created');
  return new Problem('unavailable', {}, { cause: error });
}

type EmailAttempt = { email: ReportEmailRow; lease: Lease<ReportEmailRow>; signal: AbortSignal };

async function sendEmail(ctx: ReportServices, { email, lease, signal }: EmailAttempt): Promise<void> {
  const job = await loadEmailJob(ctx, email);
  if (!job) return void (await ctx.db.delete(reportEmails).where(eq(reportEmails.id, email.id)));
  if (!ctx.config.mail) throw new Problem('mail_missing');
  const written = await writeFile(ctx, job, signal);
  try {
    // If the lease was lost, another server may be sending the email.
    if (await lease.renew()) await deliver(ctx, email, job, written);
  } finally {
    await rm(written.file, { force: true });
  }
}

async function writeFile(ctx: ReportServices, job: ReportEmailJob, signal: AbortSignal) {
  const { report, creator, reader, delegation, state, look } = job;
  const { theme: _, ...preferences } = look;
  const input = {
    ...preferences,
    id: report.dashboardId,
    format: report.format,
    state,
    draft: false,
    theme: 'light' as const,
    tab: null,
  };
  let transientProblem: Problem | undefined;
  const failureOf = (error: unknown) => {
    const problem = error instanceof Problem ? error : new Problem('internal', {}, { cause: error });
    // The report is retried later instead of showing such an error.
    if (isTransient(problem) || problem.code === 'disk_full') transientProblem = problem;
    const message = messageOf(problem.code, { ...problem.params, requestId: '' }, look.language);
    return { kind: 'error' as const, error: { code: problem.code, message, requestId: '' } };
  };
  const options = { send: () => undefined, signal, failureOf, madeBy: creator.name };
  const written = await writeDashboardFile({ ...asMember(ctx, reader), delegation }, input, options);
  if (!transientProblem) return written;
  await rm(written.file, { force: true });
  throw transientProblem;
}

async function deliver(
  ctx: ReportServices,
  email: ReportEmailRow,
  job: ReportEmailJob,
  written: WrittenFile,
): Promise<void> {
  const { report, address, recipient } = job;
  const isLinked = written.bytes > ctx.config.maxAttachmentBytes;
  if (isLinked) await storeFile(ctx, email.id, written.file);
  const fields = { fileName: written.name, bytes: written.bytes, isLinked };
  await ctx.db.update(reportEmails).set(fields).where(eq(reportEmails.id, email.id));
  const stop = recipient && stopLink(ctx, recipient);
  const content = reportEmailOf(job, {
    slot: email.slot,
    settings: written.settings,
    file: isLinked ? fileLink(ctx, email.id) : null,
    dashboard: `${ctx.config.publicUrl}/dashboard/${report.dashboardId}`,
    stop,
  });
  const attachment = { filename: written.name, path: written.file, contentType: fileTypes[report.format] };
  await deliverNow(ctx, {
    to: address,
    ...content,
    messageId: messageIdOf(ctx.config, email.id),
    ...(!isLinked && { attachments: [attachment] }),
    ...(stop && { headers: { 'List-Unsubscribe': `<${stop}>` } }),
  });
  await markSent(ctx, email);
}
