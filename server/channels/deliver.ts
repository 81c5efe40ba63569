import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { ChannelTarget } from '#contract/channels/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Look } from '#display/frame.ts';
import type { Queryable } from '#server/database/open.ts';
import { channels, members, outbox } from '#server/database/schema.ts';
import { type BackoffSeconds, retryAt } from '#server/jobs/backoff.ts';
import { isLeased, type JobQueue, runQueue } from '#server/jobs/job-queue.ts';
import { holdLease } from '#server/jobs/lease.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { publishChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import { lookOf, sendTo } from './send.ts';
import { loadChannelRow, type ChannelServices, targetOf } from './store.ts';

const retentionMs = 7 * 24 * 60 * 60 * 1000;

const deliveries: JobQueue<typeof outbox> = {
  name: 'delivering',
  table: outbox,
  dueAt: outbox.dueAt,
  isPending: and(isNull(outbox.sentAt), isNull(outbox.givenUpAt)),
  batchSize: 10,
  leaseSeconds: 60,
};

const backoffSeconds: BackoffSeconds = [30, 120, 600, 3600, 6 * 3600];

type OutboxRow = typeof outbox.$inferSelect;
type DeliveryContext = ChannelServices & { log: Logger; metrics: Metrics };

/** Sends due deliveries until stopped. */
export const runDeliveries = (ctx: DeliveryContext): (() => Promise<void>) =>
  runQueue(ctx, deliveries, (rows) => Promise.all(rows.map((delivery) => deliver(ctx, delivery))));

async function deliver(ctx: DeliveryContext, delivery: OutboxRow): Promise<void> {
  const lease = holdLease(ctx, deliveries, delivery);
  try {
    const destination = await findDestination(ctx, delivery);
    const { id, createdAt: at, notice: content } = delivery;
    if (destination) await sendTo(ctx, destination.target, { id, at, content }, destination.look);
    await lease.end();
    await ctx.db.transaction((tx) => markSent(tx, delivery));
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem('internal', {}, { cause: error });
    if (problem.code === 'internal') ctx.log.error({ err: error }, 'a delivery failed');
    const leased = await lease.end();
    await ctx.db.transaction((tx) => markFailed(tx, leased, problem));
  }
}

type Destination = { target: ChannelTarget; look: Look };

/** Destination of a delivery; undefined if its recipient is gone or mail is not configured. */
async function findDestination(
  ctx: DeliveryContext,
  { channelId, memberId, notice }: OutboxRow,
): Promise<Destination | undefined> {
  if (channelId) {
    const row = await loadChannelRow(ctx.db, channelId);
    return { target: targetOf(ctx, row), look: lookOf(row.language, notice) };
  }
  const [member] = await ctx.db
    .select({ email: members.email })
    .from(members)
    .where(and(eq(members.id, memberId!), isNull(members.disabledAt)));
  if (!member || !ctx.config.mail) return undefined;
  const looks = await preferencesOf(ctx.db, [memberId!]);
  return { target: { kind: 'mail', to: [member.email] }, look: looks.get(memberId!)! };
}

async function markSent(tx: Queryable, { id, channelId }: OutboxRow): Promise<void> {
  await tx.update(outbox).set({ sentAt: new Date(), claimedUntil: null }).where(eq(outbox.id, id));
  if (!channelId) return;
  const active = { isStopped: false, failure: null, lastSentAt: new Date() };
  await tx.update(channels).set(active).where(eq(channels.id, channelId));
  await publishChange(tx, { kind: 'channels' });
}

async function markFailed(tx: Queryable, delivery: OutboxRow, { code, params }: Problem): Promise<void> {
  const { channelId } = delivery;
  const failure = { code, params };
  const dueAt = retryAt(backoffSeconds, delivery.tries);
  const [changed] = await tx
    .update(outbox)
    .set({ tries: delivery.tries + 1, claimedUntil: null, failure, ...(dueAt ? { dueAt } : { givenUpAt: new Date() }) })
    .where(isLeased(outbox, delivery))
    .returning({ id: outbox.id });
  if (!changed || !channelId) return;
  const isLost = dueAt === undefined;
  // One notification per stopped channel, however many deliveries fail.
  const [stopped] = await tx
    .update(channels)
    .set({ failure, ...(isLost && { isStopped: true }) })
    .where(and(eq(channels.id, channelId), ...(isLost ? [eq(channels.isStopped, false)] : [])))
    .returning();
  await publishChange(tx, { kind: 'channels' });
  if (!isLost || !stopped) return;
  const owners = await tx.select({ id: members.id }).from(members).where(eq(members.role, 'owner'));
  const recipients = [...owners.map((owner) => owner.id), ...(stopped.memberId ? [stopped.memberId] : [])];
  await notify(tx, recipients, { kind: 'channel_stopped', channel: channelId, name: stopped.name, failure });
}

/** Deletes old deliveries that were sent or given up. */
export async function removeOldDeliveries({ db }: Pick<DeliveryContext, 'db'>): Promise<void> {
  const old = new Date(Date.now() - retentionMs);
  await db.delete(outbox).where(and(isNotNull(outbox.sentAt), lt(outbox.createdAt, old)));
  await db.delete(outbox).where(and(isNull(outbox.sentAt), isNotNull(outbox.givenUpAt), lt(outbox.createdAt, old)));
}
