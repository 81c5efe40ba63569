import { and, eq, ne } from 'drizzle-orm';

import type { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { reportLetters, reports } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import type { Services } from './services.ts';
import type { LetterRow } from './store.ts';

/** After each failure it waits longer; after the last it is given up. In seconds. */
const waits = [60, 300, 1800, 7200];

/** What no time will mend. */
const final = /^(report_\w+|export_too_large)$/;

const released = { claim: null, claimedUntil: null };

export async function noteSent({ db }: Services, letter: LetterRow): Promise<void> {
  await db.transaction(async (tx) => {
    const sent = { state: 'sent' as const, sentAt: new Date(), failure: null, ...released };
    await tx.update(reportLetters).set(sent).where(eq(reportLetters.id, letter.id));
    await tellReport(tx, letter);
  });
}

export async function noteFailed({ db }: Services, letter: LetterRow, problem: Problem): Promise<void> {
  const { code, params } = problem;
  const failure = { code, params };
  const wait = final.test(code) ? undefined : waits[letter.tries];
  const next = wait === undefined ? { state: 'failed' as const } : { dueAt: new Date(Date.now() + wait * 1000) };
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(reportLetters)
      .set({ tries: letter.tries + 1, failure, ...released, ...next })
      .where(and(eq(reportLetters.id, letter.id), eq(reportLetters.claim, letter.claim!)))
      .returning();
    if (!changed) return;
    const report = await tellReport(tx, letter);
    if (wait !== undefined || !report?.memberId || (await hasOther(tx, letter))) return;
    const { id, name, memberId } = report;
    await notify(tx, [memberId], { kind: 'report_failed', report: id, name, to: letter.to, failure });
  });
}

// One notice for a slot, however many of its letters fail.
async function hasOther(tx: Queryable, { id, reportId, slot }: LetterRow): Promise<boolean> {
  const isOther = and(eq(reportLetters.reportId, reportId), eq(reportLetters.slot, slot), ne(reportLetters.id, id));
  const [other] = await tx
    .select({ id: reportLetters.id })
    .from(reportLetters)
    .where(and(isOther, eq(reportLetters.state, 'failed')))
    .limit(1);
  return other !== undefined;
}

async function tellReport(tx: Queryable, { reportId }: LetterRow) {
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId));
  if (report) await tellChange(tx, { kind: 'report', id: report.id, member: report.memberId });
  return report;
}
