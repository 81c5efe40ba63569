import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Target } from '#contract/channels.ts';
import { Problem } from '#contract/errors.ts';
import type { Look } from '#display/frame.ts';
import type { Queryable } from '#server/database/open.ts';
import { channels, members, outbox } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { repeat } from '#server/repeat.ts';
import { notify } from '#server/notifications/notify.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import { lookOf, sendTo } from './send.ts';
import { loadChannelRow, type Services, targetOf } from './store.ts';

const second = 1000;
const pause = second;
const atOnce = 10;
/** Whoever takes a delivery has it for so long; a server that died gives it up by that. */
const lease = 60;
const keptFor = 7 * 24 * 60 * 60 * second;

/** After each failure it waits longer; after the last it is given up. In seconds. */
const waits = [30, 120, 600, 3600, 6 * 3600];

type Delivery = typeof outbox.$inferSelect;
type Ctx = Services & { log: Logger };

/** Sends what waits to be sent, for as long as the server runs; several servers share the work. */
export const keepDelivering = (ctx: Ctx): (() => Promise<void>) =>
  repeat(ctx.log, { name: 'delivering', pause, run: async () => (await deliverDue(ctx)) === atOnce });

async function deliverDue(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update outbox set claimed_until = now() + make_interval(secs => ${lease})
    where id in (
      select id from outbox
      where sent_at is null and given_up_at is null and due_at <= now()
        and (claimed_until is null or claimed_until < now())
      order by due_at limit ${atOnce} for update skip locked
    ) returning id`);
  await Promise.all(rows.map(({ id }) => deliver(ctx, id)));
  return rows.length;
}

async function deliver(ctx: Ctx, id: string): Promise<void> {
  const [delivery] = await ctx.db.select().from(outbox).where(eq(outbox.id, id));
  if (!delivery) return;
  try {
    const place = await placeOf(ctx, delivery);
    const { createdAt: at, notice: content } = delivery;
    if (place) await sendTo(ctx, place.target, { id, at, content }, place.look);
    await ctx.db.transaction((tx) => noteSent(tx, delivery));
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem('internal', {}, { cause: error });
    if (problem.code === 'internal') ctx.log.error({ err: error }, 'a delivery failed');
    await ctx.db.transaction((tx) => noteFailed(tx, delivery, problem));
  }
}

type Place = { target: Target; look: Look };

/** Where it goes; nowhere if whoever was to have it has gone, or there is no mail any more. */
async function placeOf(ctx: Ctx, { channelId, memberId, notice }: Delivery): Promise<Place | undefined> {
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

async function noteSent(tx: Queryable, { id, channelId }: Delivery): Promise<void> {
  await tx.update(outbox).set({ sentAt: new Date(), claimedUntil: null }).where(eq(outbox.id, id));
  if (!channelId) return;
  const working = { isStopped: false, failure: null, lastSentAt: new Date() };
  await tx.update(channels).set(working).where(eq(channels.id, channelId));
  await tellChange(tx, { kind: 'channels' });
}

async function noteFailed(tx: Queryable, delivery: Delivery, { code, params }: Problem): Promise<void> {
  const { id, channelId } = delivery;
  const failure = { code, params };
  const wait = waits[delivery.tries];
  const next = wait === undefined ? { givenUpAt: new Date() } : { dueAt: new Date(Date.now() + wait * second) };
  await tx
    .update(outbox)
    .set({ tries: delivery.tries + 1, claimedUntil: null, failure, ...next })
    .where(eq(outbox.id, id));
  if (!channelId) return;
  const isLost = wait === undefined;
  // One notice for a channel that stops, however many messages it loses.
  const [stopped] = await tx
    .update(channels)
    .set({ failure, ...(isLost && { isStopped: true }) })
    .where(and(eq(channels.id, channelId), ...(isLost ? [eq(channels.isStopped, false)] : [])))
    .returning();
  await tellChange(tx, { kind: 'channels' });
  if (!isLost || !stopped) return;
  const owners = await tx.select({ id: members.id }).from(members).where(eq(members.role, 'owner'));
  const told = [...owners.map((owner) => owner.id), ...(stopped.memberId ? [stopped.memberId] : [])];
  await notify(tx, told, { kind: 'channel_stopped', channel: channelId, name: stopped.name, failure });
}

/** Removes what was sent or given up long ago. */
export async function removeOldDeliveries({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const old = new Date(Date.now() - keptFor);
  await db.delete(outbox).where(and(isNotNull(outbox.sentAt), lt(outbox.createdAt, old)));
  await db.delete(outbox).where(and(isNull(outbox.sentAt), isNotNull(outbox.givenUpAt), lt(outbox.createdAt, old)));
}
