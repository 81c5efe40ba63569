import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';

import type { Session } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import { keyPrefix } from '#contract/accounts/keys.ts';
import { andThen, type Context, type Identity, type MaybePromise } from '#server/context.ts';
import { listen } from '#server/database/listen.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { members, sessions } from '#server/database/schema.ts';
import { createToken } from '#server/hash.ts';
import { openChangeCache } from '#server/live/change-cache.ts';
import { findKey } from './key-holder.ts';
import { memberOf } from './members.ts';
import { networkZoneOf } from './network-zone.ts';
import { readToken, signToken } from './session-token.ts';

const channel = 'sessions';
const cacheMilliseconds = 5_000;
const hour = 60 * 60 * 1000;
/** How long a session lasts after its last use, which is stored to the hour. */
const sessionMs = 7 * 24 * hour;
const refreshMs = hour;

type CachedIdentity = { identity: Identity; until: number };

export type Sessions = {
  identify: (token: string) => MaybePromise<Identity | undefined>;
  invalidate: (memberId: string) => void;
  /** Calls the listener whenever the sessions or keys of a member change, for long-running responses. */
  watch: (memberId: string, onChange: () => void) => () => void;
  close: () => Promise<void>;
};

type SessionOptions = { secret: string; db: Database; connection: pg.ClientConfig; log: Logger };

/** Resolves tokens to identities, cached for a few seconds. When a session ends, every server drops it from the cache. */
export async function openSessions({ secret, db, connection, log }: SessionOptions): Promise<Sessions> {
  const cached = openChangeCache({
    load: findByToken,
    isConnected: () => listener.isConnected(),
    maxEntries: 10_000,
    ttlMs: cacheMilliseconds,
    // What ends within the time in the cache is looked up each time.
    isCacheable: (match) => match !== undefined && match.until > Date.now() + cacheMilliseconds,
  });
  const watchers = new Map<string, Set<() => void>>();

  function invalidate(memberId: string): void {
    cached.dropWhere((match) => match?.identity.member.id === memberId);
    for (const notifyWatcher of watchers.get(memberId) ?? []) notifyWatcher();
  }

  function watch(memberId: string, onChange: () => void): () => void {
    const own = watchers.get(memberId) ?? new Set();
    watchers.set(memberId, own.add(onChange));
    return () => {
      own.delete(onChange);
      if (own.size === 0) watchers.delete(memberId);
    };
  }

  const listener = await listen(connection, channel, { onMessage: invalidate, onDisconnect: cached.dropAll, log });
  const identify = (token: string) => andThen(cached.load(token), (match) => match?.identity);

  function findByToken(token: string): Promise<CachedIdentity | undefined> {
    return token.startsWith(keyPrefix) ? findKey(db, token) : findIdentity({ db, secret }, token);
  }

  return { identify, invalidate, watch, close: listener.close };
}

/** Finds the session of a bearer token and extends it, at most once per refresh interval. */
async function findIdentity(
  ctx: { db: Database; secret: string },
  bearer: string,
): Promise<CachedIdentity | undefined> {
  const token = readToken(ctx.secret, bearer);
  if (token === undefined) return undefined;
  const session = await findSession(ctx.db, token).catch((cause: unknown) => {
    throw new Problem('unavailable', {}, { cause });
  });
  if (!session) return undefined;
  const identity = { member: memberOf(session.member), sessionId: session.id, token: bearer, scope: 'all' } as const;
  return { identity, until: session.expiresAt.getTime() };
}

async function findSession(db: Database, token: string) {
  const isActive = and(eq(sessions.token, token), gt(sessions.expiresAt, new Date()));
  const [session] = await db
    .select({ id: sessions.id, expiresAt: sessions.expiresAt, member: members })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(isActive);
  if (!session || session.expiresAt.getTime() - sessionMs + refreshMs > Date.now()) return session;
  const extended = { expiresAt: new Date(Date.now() + sessionMs), updatedAt: new Date() };
  const [refreshed] = await db.update(sessions).set(extended).where(isActive).returning({ id: sessions.id });
  return refreshed && { ...session, expiresAt: extended.expiresAt };
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
    place: networkZoneOf(row.address ?? ''),
    createdAt: row.createdAt.toISOString(),
    usedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

type SessionServices = { db: Database; sessions: Sessions };

/** Changes a member or their sessions and invalidates the session caches of all servers. */
export async function changeSessions<T>(
  ctx: SessionServices,
  memberId: string,
  change: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const result = await ctx.db.transaction(async (tx) => {
    const changed = await change(tx);
    await tx.execute(sql`select pg_notify(${channel}, ${memberId})`);
    return changed;
  });
  ctx.sessions.invalidate(memberId);
  return result;
}

/** Opens a session and returns its bearer token. */
export async function openSession(tx: Queryable, ctx: Context<{ secret: string }>, memberId: string): Promise<string> {
  const token = createToken();
  const { address, userAgent } = ctx;
  const expiresAt = new Date(Date.now() + sessionMs);
  await tx.insert(sessions).values({ id: randomUUID(), memberId, token, address, userAgent, expiresAt });
  return signToken(ctx.secret, token);
}

/** Ends one session of a member. */
export async function endSession(ctx: SessionServices, memberId: string, id: string): Promise<void> {
  await changeSessions(ctx, memberId, async (tx) => {
    const own = and(eq(sessions.memberId, memberId), eq(sessions.id, id));
    const ended = await tx.delete(sessions).where(own).returning({ id: sessions.id });
    if (ended.length === 0) throw new Problem('not_found');
  });
}

/** Signs out. Two tabs may do so at the same moment, so the session may have ended already. */
export async function endCurrentSession(ctx: SessionServices, { member, sessionId }: Identity): Promise<void> {
  await changeSessions(ctx, member.id, (tx) => tx.delete(sessions).where(eq(sessions.id, sessionId)));
}

/** Ends all sessions of the member except the current one. */
export async function endOtherSessions(ctx: SessionServices, { member, sessionId }: Identity): Promise<void> {
  await changeSessions(ctx, member.id, (tx) => deleteOtherSessions(tx, member.id, sessionId));
}

export async function deleteOtherSessions(tx: Queryable, memberId: string, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.memberId, memberId), ne(sessions.id, sessionId)));
}
