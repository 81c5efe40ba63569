import { eq, inArray } from 'drizzle-orm';

import type { Member } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Recipient } from '#contract/reports.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, settings } from '#server/database/schema.ts';

export type Rules = { reach: 'members' | 'anyone' };

const name = 'reports';

/** To whom reports may go: to members only, unless the owner said otherwise. */
export async function loadRules(db: Queryable): Promise<Rules> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return (row?.value as Rules | undefined) ?? { reach: 'members' };
}

export async function saveRules(db: Queryable, value: Rules): Promise<void> {
  await db.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
}

type Who = Pick<Extract<Recipient, { kind: 'member' }>, 'kind' | 'member'> | { kind: 'address' };

/** Only editors may send things to others, and out of the house only where the owner allows it. */
export function requireMaySend(rules: Rules, maker: Member, recipient: Who): void {
  if (maker.role === 'viewer' && !(recipient.kind === 'member' && recipient.member === maker.id))
    throw new Problem('report_to_others');
  if (recipient.kind === 'address' && rules.reach === 'members') throw new Problem('report_addresses_closed');
}

/** Refuses recipients to whom a report of this maker may not go, or who are not there. */
export async function requireRecipients(db: Queryable, maker: Member, recipients: Recipient[]): Promise<void> {
  const rules = await loadRules(db);
  for (const recipient of recipients) requireMaySend(rules, maker, recipient);
  const ids = recipients.flatMap((recipient) => (recipient.kind === 'member' ? [recipient.member] : []));
  const found = await db.select({ id: members.id }).from(members).where(inArray(members.id, ids));
  if (found.length < ids.length) throw new Problem('report_recipient_unknown');
}
