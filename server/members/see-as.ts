import { createHmac } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { limitMember, loadCreators } from '#server/accounts/on-behalf.ts';
import type { AccountMemberContext } from '#server/accounts/services.ts';
import type { Identity } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { isSameSecret } from '#server/hash.ts';

type SeeAsServices = { db: Database; secret: string };

/** Bound to the session: its use requires the token of that session, too. */
const signatureOf = ({ secret }: SeeAsServices, { sessionId }: Identity, member: string) =>
  createHmac('sha256', secret).update(`see-as ${sessionId} ${member}`).digest('base64url');

/** A pass to see what a member sees. It is the only way in, so that the audit log has every use. */
export async function startSeeAs(
  ctx: AccountMemberContext,
  { id }: { id: string },
): Promise<{ pass: string; name: string }> {
  if (id === ctx.identity.member.id) throw new Problem('own_account');
  const member = (await loadCreators(ctx.db, [{ memberId: id }])).get(id);
  if (!member) throw new Problem('not_found');
  return { pass: `${id}.${signatureOf(ctx, ctx.identity, id)}`, name: member.name };
}

/** The caller with the eyes of the member of a pass: what both of them may see, and no right to change anything. */
export async function limitToPass(services: SeeAsServices, identity: Identity, pass: string): Promise<Identity> {
  const [id = '', signature = ''] = pass.split('.');
  const isSigned = isSameSecret(signature, signatureOf(services, identity, id));
  const caller = identity.member;
  const member = isSigned ? (await loadCreators(services.db, [{ memberId: id }])).get(id) : undefined;
  // Someone who is no longer an editor may not start it either.
  if (!member || caller.role === 'viewer') throw new Problem('see_as_ended');
  return { ...identity, member: limitMember(caller, member) };
}
