import { eq } from 'drizzle-orm';

import type { AuditAction } from '#contract/audit/actions.ts';
import type { AuditedAction } from '#contract/audit/areas.ts';
import { Problem } from '#contract/errors.ts';
import type { Route, RouteKey } from '#contract/route.ts';
import { findMember } from '#server/accounts/members.ts';
import type { Caller, AuditFields, Identity, MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { audit, members } from '#server/database/schema.ts';
import { findResourceName, nameIn } from './resource-names.ts';

type NewAuditEntry = typeof audit.$inferInsert;
type AuditInput = Record<string, unknown>;
type AuditDetails = NonNullable<NewAuditEntry['details']>;
type AuditActor = { memberId: string; memberName: string } | undefined;

/** A call of an audited route. */
export type AuditedCall = {
  key: RouteKey;
  route: Route & { audit: AuditedAction };
  ctx: Caller & { db: Database; identity?: Identity | undefined; entry: AuditFields };
  input: AuditInput;
};

/**
 * Runs a call and logs it. Calls of signed-in members are logged before they run, so that no action is missing; the
 * outcome is added afterwards.
 */
export async function logCall<T>(call: AuditedCall, run: () => MaybePromise<T>): Promise<T> {
  return call.ctx.identity ? logMemberCall(call, run) : logAnonymousCall(call, run);
}

async function logMemberCall<T>(call: AuditedCall, run: () => MaybePromise<T>): Promise<T> {
  const { db, entry } = call.ctx;
  const newEntry = await entryOf(call);
  const [row] = await db
    .insert(audit)
    .values({ ...newEntry, outcome: 'begun' })
    .returning({ id: audit.id });
  const end = (outcome: Partial<NewAuditEntry>) => db.update(audit).set(outcome).where(eq(audit.id, row!.id));
  try {
    const output = await run();
    await end({ outcome: 'done', thing: entry.thing ?? newEntry.thing ?? nameIn(output, call.ctx.language) ?? null });
    return output;
  } catch (error) {
    await end(outcomeOf(error));
    throw error;
  }
}

/**
 * Anonymous calls are unlimited, so only successes are logged, and failed sign-in attempts, because those are rate
 * limited.
 */
async function logAnonymousCall<T>(call: AuditedCall, run: () => MaybePromise<T>): Promise<T> {
  const { db } = call.ctx;
  const write = async (outcome: Pick<NewAuditEntry, 'outcome' | 'code'>, output?: unknown) => {
    const actor = await findActor(call, output);
    await db.insert(audit).values({ ...(await entryOf(call)), ...actor, ...outcome });
  };
  let output: T;
  try {
    output = await run();
  } catch (error) {
    const { outcome, code } = outcomeOf(error);
    const isLogged =
      call.route.audit.action.startsWith('sign_in') && outcome === 'refused' && code !== 'too_many_attempts';
    if (isLogged) await write({ outcome, code });
    throw error;
  }
  // A member who still needs to enter a code is not signed in yet.
  if (!needsCode(output)) await write({ outcome: 'done' }, output);
  return output;
}

const needsCode = (output: unknown) => typeof output === 'object' && output !== null && 'needs' in output;

function outcomeOf(error: unknown): { outcome: 'refused' | 'failed'; code: string | null } {
  return error instanceof Problem ? { outcome: 'refused', code: error.code } : { outcome: 'failed', code: null };
}

async function entryOf({ key, route, ctx, input }: AuditedCall): Promise<Omit<NewAuditEntry, 'outcome'>> {
  const { db, identity, address, userAgent, language } = ctx;
  const thing = await findResourceName(db, key, { input, language });
  return {
    act: route.audit.action as AuditAction,
    memberId: identity?.member.id ?? null,
    memberName: identity?.member.name ?? null,
    // Anonymous input is not logged: it may be anything, even a password in the wrong field.
    thing: thing ?? (identity ? nameIn(input, language) : undefined) ?? null,
    details: await withMemberName(db, detailsOf(route, input)),
    address,
    userAgent,
    byKey: identity !== undefined && identity.scope !== 'all',
  };
}

function detailsOf({ auditedFields = [] }: Route, input: AuditInput): AuditDetails {
  const fields = auditedFields.map((field) => {
    const path = field.split('.');
    return [
      path.at(-1)!,
      path.reduce<unknown>((part, name) => (part as AuditInput | undefined)?.[name], input),
    ] as const;
  });
  return Object.fromEntries(fields.filter(isLoggable));
}

const isLoggable = (field: readonly [string, unknown]): field is [string, string | number | boolean | null] =>
  ['string', 'number', 'boolean'].includes(typeof field[1]) || field[1] === null;

/** Names the member that an action is about; ids say nothing to readers. */
async function withMemberName(db: Database, details: AuditDetails): Promise<AuditDetails> {
  const { member: id } = details;
  if (typeof id !== 'string') return details;
  const [row] = await db.select({ name: members.name }).from(members).where(eq(members.id, id));
  return row ? { ...details, member: row.name } : details;
}

/** Member behind an anonymous call: the one admitted, the owner of the link, or the account named in the input. */
async function findActor({ ctx: { db, entry }, input }: AuditedCall, output: unknown): Promise<AuditActor> {
  const admitted = (output as { member?: { id: string; name: string } } | undefined)?.member;
  const named = typeof input['identifier'] === 'string' ? input['identifier'] : undefined;
  const member =
    admitted ??
    (entry.memberId ? await findById(db, entry.memberId) : undefined) ??
    (named ? await findMember(db, named) : undefined);
  return member && { memberId: member.id, memberName: member.name };
}

async function findById(db: Database, id: string) {
  const [row] = await db.select({ id: members.id, name: members.name }).from(members).where(eq(members.id, id));
  return row;
}
