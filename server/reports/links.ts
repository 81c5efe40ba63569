import { eq } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { members, reportRecipients, reports } from '#server/database/schema.ts';
import type { Sealer } from '#server/database/sealing.ts';
import { tellChange } from '#server/live/changes.ts';

type Ctx = { db: Database; config: Config; letterSealer: Sealer };
type Purpose = 'stop' | 'file';

/** What a link in a letter opens, without anything to keep: the id sealed together with what it is for. */
const tokenOf = ({ letterSealer }: Ctx, purpose: Purpose, id: string): string =>
  Buffer.from(letterSealer.seal(`${purpose} ${id}`), 'base64').toString('base64url');

/** The id in a token; a token that was made elsewhere or for something else leads nowhere. */
export function idIn({ letterSealer }: Pick<Ctx, 'letterSealer'>, purpose: Purpose, token: string): string {
  try {
    const [meant, id] = letterSealer.unseal(token).split(' ');
    if (meant === purpose && id) return id;
  } catch {
    // Not ours.
  }
  throw new Problem('letter_link_dead');
}

/** The page on which a recipient says that they want no more of a report. */
export const stopLink = (ctx: Ctx, recipient: string): string =>
  `${ctx.config.publicUrl}/auth/letters?token=${tokenOf(ctx, 'stop', recipient)}`;

export const fileLink = (ctx: Ctx, letter: string): string =>
  `${ctx.config.publicUrl}/api/letters/${tokenOf(ctx, 'file', letter)}/file`;

type Subscription = { name: string; by: string | null; to: string; isStopped: boolean };

async function loadRecipient(ctx: Ctx, token: string) {
  const [found] = await ctx.db
    .select({ recipient: reportRecipients, report: reports })
    .from(reportRecipients)
    .innerJoin(reports, eq(reports.id, reportRecipients.reportId))
    .where(eq(reportRecipients.id, idIn(ctx, 'stop', token)));
  if (!found) throw new Problem('letter_link_dead');
  return found;
}

export async function loadSubscription(ctx: Ctx, token: string): Promise<Subscription> {
  const { recipient, report } = await loadRecipient(ctx, token);
  const nameOf = async (id: string | null) => {
    if (id === null) return null;
    const [row] = await ctx.db.select({ name: members.name }).from(members).where(eq(members.id, id));
    return row?.name ?? null;
  };
  return {
    name: report.name,
    by: await nameOf(report.memberId),
    to: recipient.address ?? (await nameOf(recipient.memberId)) ?? '',
    isStopped: recipient.stoppedAt !== null,
  };
}

export async function saveSubscription(ctx: Ctx, token: string, isStopped: boolean): Promise<void> {
  const { recipient, report } = await loadRecipient(ctx, token);
  await ctx.db.transaction(async (tx) => {
    const stoppedAt = isStopped ? new Date() : null;
    await tx.update(reportRecipients).set({ stoppedAt }).where(eq(reportRecipients.id, recipient.id));
    await tellChange(tx, { kind: 'report', id: report.id, member: report.memberId });
  });
}
