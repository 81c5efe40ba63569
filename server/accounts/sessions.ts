import { makeSignature } from 'better-auth/crypto';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

import type { Session } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import { keyPrefix } from '#contract/keys.ts';
import type { Context, Identity, MaybePromise } from '#server/context.ts';
import { openBatches } from '#server/database/batches.ts';
import { listen } from '#server/database/listen.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { sessions } from '#server/database/schema.ts';
import type { Auth } from './auth.ts';
import { createToken } from './invitations.ts';
import { findKey } from './key-holder.ts';
import { memberOf } from './members.ts';
import { placeOf } from './place.ts';

const channel = 'sessions';
const cacheMilliseconds = 5_000;
const cacheSize = 10_000;

type Found = { identity: Identity; until: number };

export type Sessions = {
  identify: (token: string) => MaybePromise<Identity | undefined>;
  forget: (memberId: string) => void;
  /** Tells whenever the sessions or keys of a member change, for what goes on for long. */
  watch: (memberId: string, hear: () => void) => () => void;
  close: () => Promise<void>;
};

type Opening = { auth: Auth; db: Database; connection: pg.ClientConfig };

/**
 * Looks up who a token belongs to. An answer is remembered for a few seconds and forgotten at once, on
 * every server, when a session ends; while that cannot be heard, nothing is remembered.
 */
export async function openSessions({ auth, db, connection }: Opening): Promise<Sessions> {
  const known = new Map<string, Found>();
  const watchers = new Map<string, Set<() => void>>();
  let changes = 0;

  function forget(memberId: string): void {
    changes++;
    for (const [token, { identity }] of known) if (identity.member.id === memberId) known.delete(token);
    for (const hear of watchers.get(memberId) ?? []) hear();
  }

  function watch(memberId: string, hear: () => void): () => void {
    const own = watchers.get(memberId) ?? new Set();
    watchers.set(memberId, own.add(hear));
    return () => {
      own.delete(hear);
      if (own.size === 0) watchers.delete(memberId);
    };
  }

  function forgetAll(): void {
    changes++;
    known.clear();
  }

  const listener = await listen(connection, channel, { hear: forget, lose: forgetAll });

  function identify(token: string): MaybePromise<Identity | undefined> {
    const hit = known.get(token);
    if (hit && hit.until > Date.now() && listener.isConnected()) return hit.identity;
    known.delete(token);
    return lookedUp(token);
  }

  // A page asks for several things at once, and needs to be known once.
  const lookedUp = openBatches(lookUp);

  async function lookUp(token: string): Promise<Identity | undefined> {
    const before = changes;
    const found = token.startsWith(keyPrefix) ? await findKey(db, token) : await findIdentity(auth, token);
    // An answer that was read before something ended is used once and not remembered.
    if (found && before === changes && listener.isConnected()) remember(token, found);
    return found?.identity;
  }

  function remember(token: string, { identity, until }: Found): void {
    if (known.size >= cacheSize) known.delete(known.keys().next().value!);
    known.set(token, { identity, until: Math.min(until, Date.now() + cacheMilliseconds) });
  }

  return { identify, forget, watch, close: listener.close };
}

async function findIdentity(auth: Auth, token: string): Promise<Found | undefined> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  // All that can fail here is the database, and better-auth does not say how.
  const found = await auth.api.getSession({ headers }).catch((cause: unknown) => {
    throw new Problem('unavailable', {}, { cause });
  });
  if (!found) return undefined;
  const member = memberOf(found.user as Parameters<typeof memberOf>[0]);
  const identity = { member, sessionId: found.session.id, token, scope: 'all' } as const;
  return { identity, until: found.session.expiresAt.getTime() };
}

export async function listSessions(db: Database, { member, sessionId }: Identity): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, member.id), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.createdAt));
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    userAgent: row.userAgent ?? '',
    address: row.address ?? '',
    place: placeOf(row.address ?? ''),
    createdAt: row.createdAt.toISOString(),
    usedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

type Services = { db: Database; sessions: Sessions };

/** Makes a change to a member or their sessions known at once, here and on every other server. */
export async function changeSessions<T>(
  ctx: Services,
  memberId: string,
  change: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const result = await ctx.db.transaction(async (tx) => {
    const changed = await change(tx);
    await tx.execute(sql`select pg_notify(${channel}, ${memberId})`);
    return changed;
  });
  ctx.sessions.forget(memberId);
  return result;
}

/** Opens a session and gives its token: a random value, signed as better-auth expects it. */
export async function openSession(tx: Queryable, ctx: Context<{ auth: Auth }>, memberId: string): Promise<string> {
  const token = createToken();
  const { secret, sessionConfig } = await ctx.auth.$context;
  const expiresAt = new Date(Date.now() + sessionConfig.expiresIn * 1000);
  const { address, userAgent } = ctx;
  await tx.insert(sessions).values({ id: randomUUID(), memberId, token, address, userAgent, expiresAt });
  return `${token}.${await makeSignature(token, secret)}`;
}

/** Ends one session of a member. */
export async function endSession(ctx: Services, memberId: string, id: string): Promise<void> {
  await changeSessions(ctx, memberId, async (tx) => {
    const own = and(eq(sessions.memberId, memberId), eq(sessions.id, id));
    const ended = await tx.delete(sessions).where(own).returning({ id: sessions.id });
    if (ended.length === 0) throw new Problem('not_found');
  });
}

/** Ends every session of the member but the one that asks. */
export async function endOtherSessions(ctx: Services, { member, sessionId }: Identity): Promise<void> {
  await changeSessions(ctx, member.id, (tx) => deleteOtherSessions(tx, member.id, sessionId));
}

export async function deleteOtherSessions(tx: Queryable, memberId: string, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.memberId, memberId), ne(sessions.id, sessionId)));
}
