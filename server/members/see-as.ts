import { createHmac } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { limitMember, loadCreators } from '#server/accounts/on-behalf.ts';
import type { AccountMemberContext } from '#server/accounts/services.ts';
import type { Identity } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { isSameSecret } from '#server/hash.ts';

type SeeAsServices = { db: Database; secret: string };

/** Bound to the session: using it also requires the token of that session. */
const signatureOf = ({ secret }: SeeAsServices, { sessionId }: Identity, member: string) =>
  createHmac('sha256', secret).update(`see-as ${sessionId} ${member}`).digest('base64url');

/** Creates a pass to see what a member sees. There is no other way to get one, so the audit log has every use. */
export async function startSeeAs(
  ctx: AccountMemberContext,
  { id }: { id: string },
): Promise<{ pass: string; name: string }> {
  if (id === ctx.identity.member.id) throw new Problem('own_account');
  const member = (await loadCreators(ctx.db, [{ memberId: id }])).get(id);
  if (!member) throw new Problem('not_found');
  return { pass: `${id}.${signatureOf(ctx, ctx.identity, id)}`, name: member.name };
}

/** The caller limited by a pass: sees only what the member of the pass may see too, and may not change anything. */
export async function limitToPass(services: SeeAsServices, identity: Identity, pass: string): Promise<Identity> {
  const [id = '', signature = ''] = pass.split('.');
  const isSigned = isSameSecret(signature, signatureOf(services, identity, id));
  const caller = identity.member;
  const member = isSigned ? (await loadCreators(services.db, [{ memberId: id }])).get(id) : undefined;
  // A caller who is no longer an editor could not start it either.
  if (!member || caller.role === 'viewer') throw new Problem('see_as_ended');
  return { ...identity, member: limitMember(caller, member) };
}
