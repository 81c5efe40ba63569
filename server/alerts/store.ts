import { and, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { Alert, AlertEvent, AlertEventKind, alertRoutes, NewAlert } from '#contract/alerts.ts';
import type { Watch } from '#contract/alert.ts';
import { messageOf } from '#contract/catalogue.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { alertEvents, alerts, members } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { rememberReader } from '#server/notifications/settings.ts';
import { requireWatch } from './series.ts';
import type { Services } from './services.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type EventRow = typeof alertEvents.$inferInsert;
type Ctx = MemberContext<Services>;
type Change = z.output<(typeof alertRoutes)['PUT /alerts/:id']['input']>;

const historyLength = 100;

// An alert tells numbers that only its maker may see, so it is theirs; the owner sees all.
const ownCondition = ({ identity: { member } }: Ctx) =>
  member.role === 'owner' ? sql`true` : eq(alerts.memberId, member.id);

const joined = (db: Queryable) =>
  db.select({ row: alerts, by: members.name }).from(alerts).leftJoin(members, eq(members.id, alerts.memberId));

export async function listAlerts(ctx: Ctx): Promise<Alert[]> {
  const found = await joined(ctx.db).where(ownCondition(ctx)).orderBy(desc(alerts.createdAt)).limit(1000);
  return found.map(({ row, by }) => alertOf(ctx, row, by));
}

export async function loadAlertRow(ctx: Ctx, id: string): Promise<{ row: AlertRow; by: string | null }> {
  const [found] = await joined(ctx.db).where(and(eq(alerts.id, id), ownCondition(ctx)));
  if (!found) throw new Problem('not_found');
  return found;
}

export async function loadAlert(ctx: Ctx, id: string): Promise<{ alert: Alert; events: AlertEvent[] }> {
  const { row, by } = await loadAlertRow(ctx, id);
  const events = await ctx.db
    .select()
    .from(alertEvents)
    .where(eq(alertEvents.alertId, id))
    .orderBy(desc(alertEvents.id))
    .limit(historyLength);
  return { alert: alertOf(ctx, row, by), events: events.map((event) => eventOf(event, ctx.language)) };
}

export async function createAlert(ctx: Ctx, input: NewAlert): Promise<Alert> {
  requireChannels(ctx, input.channels);
  const bound = await requireWatch(ctx, input);
  const { member } = ctx.identity;
  const row = { ...input, ...bound, id: randomUUID(), memberId: member.id, editorId: member.id };
  const made = await ctx.db.transaction(async (tx) => {
    const [alert] = await tx.insert(alerts).values(row).returning();
    await rememberReader(tx, member.id, { zone: input.zone, language: ctx.language });
    await tellChange(tx, { kind: 'alert', id: row.id, member: member.id });
    return alert!;
  });
  return alertOf(ctx, made, member.name);
}

// Only editors may send things out of the house.
function requireChannels({ identity }: Ctx, channels: string[]): void {
  if (channels.length > 0 && identity.member.role === 'viewer') throw new Problem('forbidden');
}

const begun = { state: 'quiet' as const, failure: null, firing: [], muted: [], firedAt: null, acknowledged: null };

/** SQL that is sent back as it was, without what its names stand for, means the same datasets. */
function withBindings(watch: Watch, before: Watch): Watch {
  const isSame = 'sql' in watch && 'sql' in before && watch.sql === before.sql;
  return isSame ? { ...watch, tables: watch.tables ?? before.tables } : watch;
}

export async function changeAlert(ctx: Ctx, { id, ...input }: Change): Promise<Alert> {
  requireChannels(ctx, input.channels);
  const { row } = await loadAlertRow(ctx, id);
  const bound = await requireWatch(ctx, { ...input, watch: withBindings(input.watch, row.watch), origin: row.origin });
  const taken = { editorId: ctx.identity.member.id, datasetLimit: null };
  const fields = { ...input, ...bound, ...begun, ...taken, snoozedUntil: null, nextCheckAt: new Date() };
  return act(ctx, id, () => ({ fields }));
}

export async function removeAlert(ctx: Ctx, id: string): Promise<void> {
  const { row } = await loadAlertRow(ctx, id);
  await ctx.db.delete(alerts).where(eq(alerts.id, id));
  await tellChange(ctx.db, { kind: 'alert', id, member: row.memberId });
}

type Done = { fields: Partial<AlertRow>; event?: { kind: AlertEventKind; until?: Date | null } };

/** Does what a person wants with an alert, and writes it into its history. */
export async function act(ctx: Ctx, id: string, change: (row: AlertRow) => Done): Promise<Alert> {
  const { row, by } = await loadAlertRow(ctx, id);
  const { fields, event } = change(row);
  return ctx.db.transaction(async (tx) => {
    const next = { ...fields, revision: sql`${alerts.revision} + 1`, claimedUntil: null };
    const [changed] = await tx.update(alerts).set(next).where(eq(alerts.id, id)).returning();
    if (!changed) throw new Problem('not_found');
    if (event) await record(tx, { alertId: id, by: ctx.identity.member.name, ...event });
    await tellChange(tx, { kind: 'alert', id, member: row.memberId });
    return alertOf(ctx, changed, by);
  });
}

export async function record(tx: Queryable, event: EventRow): Promise<void> {
  await tx.insert(alertEvents).values(event);
}

const told = (failure: AlertRow['failure'], language: Language) =>
  failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) };

function alertOf({ language }: Ctx, row: AlertRow, by: string | null): Alert {
  const { firing, firedAt, snoozedUntil, lastCheckedAt, createdAt, failure, origin, acknowledged, ...rest } = row;
  const isSnoozed = snoozedUntil !== null && snoozedUntil.getTime() > Date.now();
  return {
    ...rest,
    by,
    origin,
    acknowledged,
    mayEdit: true,
    firing: firing.map(({ key: _, ...each }) => each),
    failure: told(failure, language),
    firedAt: firedAt?.toISOString() ?? null,
    snoozedUntil: isSnoozed ? snoozedUntil.toISOString() : null,
    lastCheckedAt: lastCheckedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function eventOf(
  { createdAt, failure, until, ...row }: typeof alertEvents.$inferSelect,
  language: Language,
): AlertEvent {
  return {
    ...row,
    at: createdAt.toISOString(),
    failure: told(failure, language),
    until: until?.toISOString() ?? null,
  };
}
