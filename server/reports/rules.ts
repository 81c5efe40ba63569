import { eq, inArray } from 'drizzle-orm';

import type { Member } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Recipient } from '#contract/reports/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, settings } from '#server/database/schema.ts';

export type ReportRules = { reach: 'members' | 'anyone' };

const settingName = 'reports';

/** Who may receive reports: members only, unless the owner allows anyone. */
export async function loadRules(db: Queryable): Promise<ReportRules> {
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
  return (row?.value as ReportRules | undefined) ?? { reach: 'members' };
}

export async function saveRules(db: Queryable, value: ReportRules): Promise<void> {
  await db
    .insert(settings)
    .values({ name: settingName, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

type RecipientReference = Pick<Extract<Recipient, { kind: 'member' }>, 'kind' | 'member'> | { kind: 'address' };

/** Only editors may send to others, and to external addresses only if the owner allows it. */
export function requireMaySend(rules: ReportRules, creator: Member, recipient: RecipientReference): void {
  if (creator.role === 'viewer' && !(recipient.kind === 'member' && recipient.member === creator.id))
    throw new Problem('report_to_others');
  if (recipient.kind === 'address' && rules.reach === 'members') throw new Problem('report_addresses_closed');
}

/** Throws if the creator may not send to one of the recipients, or if one does not exist. */
export async function requireRecipients(db: Queryable, creator: Member, recipients: Recipient[]): Promise<void> {
  const rules = await loadRules(db);
  for (const recipient of recipients) requireMaySend(rules, creator, recipient);
  const ids = recipients.flatMap((recipient) => (recipient.kind === 'member' ? [recipient.member] : []));
  const existing = await db.select({ id: members.id }).from(members).where(inArray(members.id, ids));
  if (existing.length < ids.length) throw new Problem('report_recipient_unknown');
}
