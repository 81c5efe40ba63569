import { desc, eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { messageOf } from '#contract/catalogue.ts';
import type { Channel, channelRoutes, Target } from '#contract/channels.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { channels } from '#server/database/schema.ts';
import type { Sealer } from '#server/database/sealing.ts';
import { tellChange } from '#server/live/changes.ts';
import { lookOf, type Senders, sendTo } from './send.ts';

export type Services = Senders & { db: Database; channelSealer: Sealer };
type Row = typeof channels.$inferSelect;
type Create = z.output<(typeof channelRoutes)['POST /channels']['input']>;
type Change = z.output<(typeof channelRoutes)['PATCH /channels/:id']['input']>;
type Saved = z.input<(typeof channelRoutes)['POST /channels']['output']>;

export async function listChannels(ctx: MemberContext<Services>): Promise<Channel[]> {
  const rows = await ctx.db.select().from(channels).orderBy(desc(channels.createdAt));
  return rows.map((row) => channelOf(ctx, row));
}

// Whoever changes where a channel leads receives what others send through it.
const mayChange = ({ identity: { member } }: MemberContext<Services>, { memberId }: Row): boolean =>
  memberId === member.id || member.role === 'owner';

async function loadOwnRow(ctx: MemberContext<Services>, id: string): Promise<Row> {
  const row = await loadChannelRow(ctx.db, id);
  if (!mayChange(ctx, row)) throw new Problem('channel_of_another');
  return row;
}

export async function loadChannelRow(db: Queryable, id: string): Promise<Row> {
  const [row] = await db.select().from(channels).where(eq(channels.id, id));
  if (!row) throw new Problem('not_found');
  return row;
}

export const targetOf = ({ channelSealer }: { channelSealer: Sealer }, { target }: Pick<Row, 'target'>): Target =>
  JSON.parse(channelSealer.unseal(target)) as Target;

export async function createChannel(ctx: MemberContext<Services>, input: Create): Promise<Saved> {
  const { target, secret } = withSecret(input.target);
  const memberId = ctx.identity.member.id;
  const fields = { ...input, id: randomUUID(), memberId, ...keptOf(ctx, target) };
  const [row] = await ctx.db.insert(channels).values(fields).returning();
  await tellChange(ctx.db, { kind: 'channels' });
  return { channel: channelOf(ctx, row!), secret };
}

export async function changeChannel(ctx: MemberContext<Services>, { id, ...input }: Change): Promise<Saved> {
  const before = await loadOwnRow(ctx, id);
  const { name = before.name, language = before.language } = input;
  const { target, secret } = input.target ? withSecret(input.target) : { target: undefined, secret: null };
  const fields = { name, language, ...(target && { ...keptOf(ctx, target), failure: null, isStopped: false }) };
  const [row] = await ctx.db.update(channels).set(fields).where(eq(channels.id, id)).returning();
  if (!row) throw new Problem('not_found');
  await tellChange(ctx.db, { kind: 'channels' });
  return { channel: channelOf(ctx, row), secret };
}

export async function removeChannel(ctx: MemberContext<Services>, id: string): Promise<void> {
  const { db } = ctx;
  await loadOwnRow(ctx, id);
  await db.delete(channels).where(eq(channels.id, id));
  await tellChange(db, { kind: 'channels' });
}

/** Sends a test while the person waits; that it went well mends a channel that had stopped. */
export async function testChannel(ctx: MemberContext<Services>, id: string): Promise<void> {
  const row = await loadChannelRow(ctx.db, id);
  const content = { kind: 'test' as const, by: ctx.identity.member.name };
  await sendTo(ctx, targetOf(ctx, row), { id: randomUUID(), at: new Date(), content }, lookOf(row.language, content));
  await ctx.db
    .update(channels)
    .set({ isStopped: false, failure: null, lastSentAt: new Date() })
    .where(eq(channels.id, id));
  await tellChange(ctx.db, { kind: 'channels' });
}

// What signs must not be guessed, so it is made here unless the person has one.
function withSecret(target: Target): { target: Target; secret: string | null } {
  if (target.kind !== 'webhook' || target.secret) return { target, secret: null };
  const secret = `whs_${randomBytes(24).toString('base64url')}`;
  return { target: { ...target, secret }, secret };
}

const keptOf = ({ channelSealer }: Services, target: Target) => ({
  kind: target.kind,
  hint: target.kind === 'mail' ? target.to[0]! : hostOf(target.url),
  target: channelSealer.seal(JSON.stringify(target)),
});

function hostOf(url: string): string {
  if (!URL.canParse(url)) throw new Problem('address_malformed');
  return new URL(url).host;
}

function channelOf(ctx: MemberContext<Services>, channel: Row): Channel {
  const { failure, lastSentAt, createdAt, ...row } = channel;
  const { language } = ctx;
  return {
    ...row,
    canChange: mayChange(ctx, channel),
    failure: failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) },
    lastSentAt: lastSentAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
