import { eq } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { members, reportRecipients, reports } from '#server/database/schema.ts';
import type { Encryptor } from '#server/database/encryption.ts';
import { publishChange } from '#server/live/changes.ts';

type EmailLinkServices = { db: Database; config: Config; emailLinkSealer: Encryptor };
type Purpose = 'stop' | 'file';

/** Stateless token of a link in an email: the id encrypted together with its purpose. */
const tokenOf = ({ emailLinkSealer }: EmailLinkServices, purpose: Purpose, id: string): string =>
  Buffer.from(emailLinkSealer.encrypt(`${purpose} ${id}`), 'base64').toString('base64url');

/** The id in a token; throws if the token is not ours or has another purpose. */
export function idIn(
  { emailLinkSealer }: Pick<EmailLinkServices, 'emailLinkSealer'>,
  purpose: Purpose,
  token: string,
): string {
  try {
    const [tokenPurpose, id] = emailLinkSealer.decrypt(token).split(' ');
    if (tokenPurpose === purpose && id) return id;
  } catch {
    // Not one of our tokens.
  }
  throw new Problem('letter_link_dead');
}

/** The unsubscribe page of a recipient. */
export const stopLink = (ctx: EmailLinkServices, recipient: string): string =>
  `${ctx.config.publicUrl}/auth/letters?token=${tokenOf(ctx, 'stop', recipient)}`;

export const fileLink = (ctx: EmailLinkServices, emailId: string): string =>
  `${ctx.config.publicUrl}/api/letters/${tokenOf(ctx, 'file', emailId)}/file`;

type Subscription = { name: string; by: string | null; to: string; isStopped: boolean };

async function loadRecipient(ctx: EmailLinkServices, token: string) {
  const [match] = await ctx.db
    .select({ recipient: reportRecipients, report: reports })
    .from(reportRecipients)
    .innerJoin(reports, eq(reports.id, reportRecipients.reportId))
    .where(eq(reportRecipients.id, idIn(ctx, 'stop', token)));
  if (!match) throw new Problem('letter_link_dead');
  return match;
}

export async function loadSubscription(ctx: EmailLinkServices, token: string): Promise<Subscription> {
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

export async function saveSubscription(ctx: EmailLinkServices, token: string, isStopped: boolean): Promise<void> {
  const { recipient, report } = await loadRecipient(ctx, token);
  await ctx.db.transaction(async (tx) => {
    const stoppedAt = isStopped ? new Date() : null;
    await tx.update(reportRecipients).set({ stoppedAt }).where(eq(reportRecipients.id, recipient.id));
    await publishChange(tx, { kind: 'report', id: report.id, member: report.memberId });
  });
}
