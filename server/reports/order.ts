import { eq } from 'drizzle-orm';

import type { Member } from '#contract/accounts.ts';
import { type DashboardState, plainState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { habitsOf } from '#contract/preference.ts';
import type { Look } from '#display/frame.ts';
import { loadDelegation } from '#server/access/delegation.ts';
import { type Delegation, findRight } from '#server/access/rights.ts';
import { asMember, loadMakers } from '#server/accounts/acting.ts';
import { reportRecipients, reports } from '#server/database/schema.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import type { RecipientRow } from './recipients.ts';
import { loadRules, requireMaySend } from './rules.ts';
import type { Services } from './services.ts';
import type { LetterRow, ReportRow } from './store.ts';

/** Everything that a letter is made of: in whose name it is read, for whom, and how they want to see it. */
export type Order = {
  report: ReportRow;
  maker: Member;
  reader: Member;
  /** Set where it is read in the name of its maker for someone who is no member. */
  delegation: Delegation | undefined;
  address: string;
  state: DashboardState;
  look: Look;
  /** Who can say that they want no more; a test is nobody's. */
  recipient: string | null;
};

/** What a letter is to be; nothing where nobody waits for it any more. */
export async function loadOrder(ctx: Services, letter: LetterRow): Promise<Order | undefined> {
  const [report] = await ctx.db.select().from(reports).where(eq(reports.id, letter.reportId));
  const recipient = await findRecipient(ctx, letter);
  if (!report || (!letter.testedBy && (!recipient || recipient.stoppedAt))) return undefined;
  const [meant, state] = [letter.testedBy ?? recipient!.memberId, recipient?.state ?? plainState];
  const people = await loadMakers(ctx.db, [report, { memberId: meant }]);
  const maker = people.get(report.memberId ?? '');
  if (!maker) throw new Problem('report_nobody');
  if (!(await maySee(ctx, maker, report))) throw new Problem('report_dashboard_gone');
  const kept = { report, maker, state, recipient: letter.testedBy ? null : letter.recipientId };
  if (meant === null) {
    requireMaySend(await loadRules(ctx.db), maker, { kind: 'address' });
    const delegation = await loadDelegation(ctx.db, report);
    return {
      ...kept,
      reader: maker,
      delegation,
      address: recipient!.address!,
      look: lookOfAddress(report, recipient!),
    };
  }
  const member = people.get(meant);
  if (!member) throw new Problem('report_unseen');
  if (!letter.testedBy) requireMaySend(await loadRules(ctx.db), maker, { kind: 'member', member: meant });
  // A member never sees through the eyes of another.
  if (!(await maySee(ctx, member, report))) throw new Problem('report_unseen');
  const look = (await preferencesOf(ctx.db, [meant])).get(meant)!;
  return { ...kept, reader: member, delegation: undefined, address: member.email, look };
}

async function findRecipient({ db }: Services, { recipientId }: LetterRow): Promise<RecipientRow | undefined> {
  if (!recipientId) return undefined;
  const [row] = await db.select().from(reportRecipients).where(eq(reportRecipients.id, recipientId));
  return row;
}

const maySee = async (ctx: Services, member: Member, { dashboardId: id }: ReportRow): Promise<boolean> =>
  (await findRight(asMember(ctx, member), { kind: 'dashboard', id })) !== undefined;

const lookOfAddress = ({ zone }: ReportRow, { language }: RecipientRow): Look => ({
  language: language!,
  zone,
  theme: 'light',
  units: 'language',
  ...habitsOf(language!, {}),
});
