import { eq } from 'drizzle-orm';

import type { Member } from '#contract/accounts/routes.ts';
import { type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { regionalSettingsOf } from '#contract/preferences/preferences.ts';
import type { Look } from '#display/frame.ts';
import { loadDelegation } from '#server/access/delegation.ts';
import { type Delegation, findRight } from '#server/access/rights.ts';
import { asMember, limitMember, loadCreators } from '#server/accounts/on-behalf.ts';
import type { ActingMember } from '#server/context.ts';
import { reportRecipients, reports } from '#server/database/schema.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import type { RecipientRow } from './recipients.ts';
import { loadRules, requireMaySend } from './rules.ts';
import type { ReportServices } from './services.ts';
import type { ReportEmailRow, ReportRow } from './store.ts';

/** Input for creating an email: the members whose rights apply, the address, and the preferences of the recipient. */
export type ReportEmailJob = {
  report: ReportRow;
  creator: Member;
  /** The recipient with at most the rights of the creator, or the creator if the recipient is not a member. */
  reader: ActingMember;
  /** The members who determined the content: the reader gets only what each of them may see. */
  delegation: Delegation;
  address: string;
  state: DashboardState;
  look: Look;
  /** The recipient who can unsubscribe; null for a test. */
  recipient: string | null;
};

/** Loads the job of an email; undefined if the report is gone or the recipient unsubscribed. */
export async function loadEmailJob(ctx: ReportServices, email: ReportEmailRow): Promise<ReportEmailJob | undefined> {
  const [report] = await ctx.db.select().from(reports).where(eq(reports.id, email.reportId));
  const recipient = await findRecipient(ctx, email);
  if (!report || (!email.testedBy && (!recipient || recipient.stoppedAt))) return undefined;
  const [memberId, state] = [email.testedBy ?? recipient!.memberId, recipient?.state ?? defaultState];
  const membersById = await loadCreators(ctx.db, [report, { memberId }]);
  const creator = membersById.get(report.memberId ?? '');
  if (!creator) throw new Problem('report_nobody');
  if (!(await maySee(ctx, creator, report))) throw new Problem('report_dashboard_gone');
  const delegation = await loadDelegation(ctx.db, report);
  const job = { report, creator, delegation, state, recipient: email.testedBy ? null : email.recipientId };
  if (memberId === null) {
    requireMaySend(await loadRules(ctx.db), creator, { kind: 'address' });
    return { ...job, reader: creator, address: recipient!.address!, look: lookForAddress(report, recipient!) };
  }
  const member = membersById.get(memberId);
  if (!member) throw new Problem('report_unseen');
  if (!email.testedBy) requireMaySend(await loadRules(ctx.db), creator, { kind: 'member', member: memberId });
  if (!(await maySee(ctx, member, report))) throw new Problem('report_unseen');
  const look = (await preferencesOf(ctx.db, [memberId])).get(memberId)!;
  const reader = memberId === creator.id ? creator : limitMember(member, creator);
  return { ...job, reader, address: member.email, look };
}

async function findRecipient(
  { db }: ReportServices,
  { recipientId }: ReportEmailRow,
): Promise<RecipientRow | undefined> {
  if (!recipientId) return undefined;
  const [row] = await db.select().from(reportRecipients).where(eq(reportRecipients.id, recipientId));
  return row;
}

const maySee = async (ctx: ReportServices, member: Member, { dashboardId: id }: ReportRow): Promise<boolean> =>
  (await findRight(asMember(ctx, member), { kind: 'dashboard', id })) !== undefined;

const lookForAddress = ({ zone }: ReportRow, { language }: RecipientRow): Look => ({
  language: language!,
  zone,
  theme: 'light',
  units: 'language',
  ...regionalSettingsOf(language!, {}),
});
