import { eq } from 'drizzle-orm';

import type { Act } from '#contract/acts.ts';
import { Problem } from '#contract/errors.ts';
import type { Route, RouteKey } from '#contract/route.ts';
import { findMember } from '#server/accounts/members.ts';
import type { Caller, Entry, Identity, MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { audit, members } from '#server/database/schema.ts';
import { findThing, nameIn } from './things.ts';

type NewEntry = typeof audit.$inferInsert;
type Input = Record<string, unknown>;
type Who = { memberId: string; memberName: string } | undefined;

/** A call of a route that the log tells of. */
export type Call = {
  key: RouteKey;
  route: Route & { act: Act };
  ctx: Caller & { db: Database; identity?: Identity | undefined; entry: Entry };
  input: Input;
};

/**
 * Does something and tells of it in the log. What someone inside does is written down before it begins, so that nothing
 * is done that the log does not know; how it ended is added after it.
 */
export async function keepEntry<T>(call: Call, run: () => MaybePromise<T>): Promise<T> {
  return call.ctx.identity ? keepInside(call, run) : keepAtDoor(call, run);
}

async function keepInside<T>(call: Call, run: () => MaybePromise<T>): Promise<T> {
  const { db, entry } = call.ctx;
  const begun = await entryOf(call);
  const [row] = await db
    .insert(audit)
    .values({ ...begun, outcome: 'begun' })
    .returning({ id: audit.id });
  const end = (outcome: Partial<NewEntry>) => db.update(audit).set(outcome).where(eq(audit.id, row!.id));
  try {
    const output = await run();
    await end({ outcome: 'done', thing: entry.thing ?? begun.thing ?? nameIn(output, call.ctx.language) ?? null });
    return output;
  } catch (error) {
    await end(outcomeOf(error));
    throw error;
  }
}

/**
 * At the door anyone may knock as often as they like: only what happens is told, and of what is refused only attempts
 * to sign in, which are limited.
 */
async function keepAtDoor<T>(call: Call, run: () => MaybePromise<T>): Promise<T> {
  const { db } = call.ctx;
  const keep = async (outcome: Pick<NewEntry, 'outcome' | 'code'>, output?: unknown) => {
    const who = await whoAtDoor(call, output);
    await db.insert(audit).values({ ...(await entryOf(call)), ...who, ...outcome });
  };
  let output: T;
  try {
    output = await run();
  } catch (error) {
    const { outcome, code } = outcomeOf(error);
    const isTold = call.route.act.startsWith('sign_in') && outcome === 'refused' && code !== 'too_many_attempts';
    if (isTold) await keep({ outcome, code });
    throw error;
  }
  // Who still has to show a code is not in yet.
  if (!isHalfway(output)) await keep({ outcome: 'done' }, output);
  return output;
}

const isHalfway = (output: unknown) => typeof output === 'object' && output !== null && 'needs' in output;

function outcomeOf(error: unknown): { outcome: 'refused' | 'failed'; code: string | null } {
  return error instanceof Problem ? { outcome: 'refused', code: error.code } : { outcome: 'failed', code: null };
}

async function entryOf({ key, route, ctx, input }: Call): Promise<Omit<NewEntry, 'outcome'>> {
  const { db, identity, address, userAgent, language } = ctx;
  const thing = await findThing(db, key, { input, language });
  return {
    act: route.act,
    memberId: identity?.member.id ?? null,
    memberName: identity?.member.name ?? null,
    // What someone types at the door may be anything, even a password in the wrong field.
    thing: thing ?? (identity ? nameIn(input, language) : undefined) ?? null,
    details: detailsOf(route, input),
    address,
    userAgent,
    byKey: identity !== undefined && identity.scope !== 'all',
  };
}

function detailsOf({ tells = [] }: Route, input: Input): NonNullable<NewEntry['details']> {
  const known = tells.filter(
    (name) => ['string', 'number', 'boolean'].includes(typeof input[name]) || input[name] === null,
  );
  return Object.fromEntries(known.map((name) => [name, input[name] as string]));
}

/** Who knocks: whoever is let in, whose link it is, or whose account is named. */
async function whoAtDoor({ ctx: { db, entry }, input }: Call, output: unknown): Promise<Who> {
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
