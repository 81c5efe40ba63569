import { desc, eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { messageOf } from '#contract/error-catalogue.ts';
import type { Channel, channelRoutes, ChannelTarget } from '#contract/channels/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { channels } from '#server/database/schema.ts';
import type { Encryptor } from '#server/database/encryption.ts';
import { publishChange } from '#server/live/changes.ts';
import { lookOf, type Senders, sendTo } from './send.ts';

export type ChannelServices = Senders & { db: Database; channelEncryptor: Encryptor };
type ChannelRow = typeof channels.$inferSelect;
type NewChannel = z.output<(typeof channelRoutes)['POST /channels']['input']>;
type ChannelChange = z.output<(typeof channelRoutes)['PATCH /channels/:id']['input']>;
type SavedChannel = z.input<(typeof channelRoutes)['POST /channels']['output']>;

export async function listChannels(ctx: MemberContext<ChannelServices>): Promise<Channel[]> {
  const rows = await ctx.db.select().from(channels).orderBy(desc(channels.createdAt));
  return rows.map((row) => channelOf(ctx, row));
}

// A changed target receives the notifications of others, so only its creator and the owner may change it.
const mayChange = ({ identity: { member } }: MemberContext<ChannelServices>, { memberId }: ChannelRow): boolean =>
  memberId === member.id || member.role === 'owner';

async function loadOwnRow(ctx: MemberContext<ChannelServices>, id: string): Promise<ChannelRow> {
  const row = await loadChannelRow(ctx.db, id);
  if (!mayChange(ctx, row)) throw new Problem('channel_of_another');
  return row;
}

export async function loadChannelRow(db: Queryable, id: string): Promise<ChannelRow> {
  const [row] = await db.select().from(channels).where(eq(channels.id, id));
  if (!row) throw new Problem('not_found');
  return row;
}

export const targetOf = (
  { channelEncryptor }: { channelEncryptor: Encryptor },
  { target }: Pick<ChannelRow, 'target'>,
): ChannelTarget => JSON.parse(channelEncryptor.decrypt(target)) as ChannelTarget;

export async function createChannel(ctx: MemberContext<ChannelServices>, input: NewChannel): Promise<SavedChannel> {
  const { target, secret } = withSecret(input.target);
  const memberId = ctx.identity.member.id;
  const fields = { ...input, id: randomUUID(), memberId, ...encryptedTargetOf(ctx, target) };
  const [row] = await ctx.db.insert(channels).values(fields).returning();
  await publishChange(ctx.db, { kind: 'channels' });
  return { channel: channelOf(ctx, row!), secret };
}

export async function changeChannel(
  ctx: MemberContext<ChannelServices>,
  { id, ...input }: ChannelChange,
): Promise<SavedChannel> {
  const before = await loadOwnRow(ctx, id);
  const { name = before.name, language = before.language } = input;
  const { target, secret } = input.target ? withSecret(input.target) : { target: undefined, secret: null };
  const fields = {
    name,
    language,
    ...(target && { ...encryptedTargetOf(ctx, target), failure: null, isStopped: false }),
  };
  const [row] = await ctx.db.update(channels).set(fields).where(eq(channels.id, id)).returning();
  if (!row) throw new Problem('not_found');
  await publishChange(ctx.db, { kind: 'channels' });
  return { channel: channelOf(ctx, row), secret };
}

export async function removeChannel(ctx: MemberContext<ChannelServices>, id: string): Promise<void> {
  const { db } = ctx;
  await loadOwnRow(ctx, id);
  await db.delete(channels).where(eq(channels.id, id));
  await publishChange(db, { kind: 'channels' });
}

/** Sends a test while the member waits; success reactivates a stopped channel. */
export async function testChannel(ctx: MemberContext<ChannelServices>, id: string): Promise<void> {
  const row = await loadChannelRow(ctx.db, id);
  const content = { kind: 'test' as const, by: ctx.identity.member.name };
  await sendTo(ctx, targetOf(ctx, row), { id: randomUUID(), at: new Date(), content }, lookOf(row.language, content));
  await ctx.db
    .update(channels)
    .set({ isStopped: false, failure: null, lastSentAt: new Date() })
    .where(eq(channels.id, id));
  await publishChange(ctx.db, { kind: 'channels' });
}

// The signing secret must not be guessable, so it is generated unless the member enters one.
function withSecret(target: ChannelTarget): { target: ChannelTarget; secret: string | null } {
  if (target.kind !== 'webhook' || target.secret) return { target, secret: null };
  const secret = `whs_${randomBytes(24).toString('base64url')}`;
  return { target: { ...target, secret }, secret };
}

const encryptedTargetOf = ({ channelEncryptor }: ChannelServices, target: ChannelTarget) => ({
  kind: target.kind,
  hint: target.kind === 'mail' ? target.to[0]! : hostOf(target.url),
  target: channelEncryptor.encrypt(JSON.stringify(target)),
});

function hostOf(url: string): string {
  if (!URL.canParse(url)) throw new Problem('address_malformed');
  return new URL(url).host;
}

function channelOf(ctx: MemberContext<ChannelServices>, channel: ChannelRow): Channel {
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
