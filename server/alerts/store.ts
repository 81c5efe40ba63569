import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { Alert, AlertEvent, AlertEventKind, alertRoutes, NewAlert } from '#contract/alerts/routes.ts';
import type { AlertWatch } from '#contract/alerts/schemas.ts';
import { messageOf } from '#contract/error-catalogue.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { alertEvents, alerts, datasets, members } from '#server/database/schema.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';
import { saveReaderDefaults } from '#server/notifications/settings.ts';
import { requireWatch } from './series.ts';
import type { AlertServices } from './services.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type EventRow = typeof alertEvents.$inferInsert;
type AlertContext = MemberContext<AlertServices>;
type AlertChange = z.output<(typeof alertRoutes)['PUT /alerts/:id']['input']>;

const historyLength = 100;

// An alert shows numbers that its creator may see, so only they and the owner may see it.
const ownCondition = ({ identity: { member } }: AlertContext) =>
  member.role === 'owner' ? sql`true` : eq(alerts.memberId, member.id);

const selectAlerts = (db: Queryable) =>
  db.select({ row: alerts, by: members.name }).from(alerts).leftJoin(members, eq(members.id, alerts.memberId));

export async function listAlerts(ctx: AlertContext): Promise<Alert[]> {
  const rows = await selectAlerts(ctx.db).where(ownCondition(ctx)).orderBy(desc(alerts.createdAt)).limit(1000);
  return rows.map(({ row, by }) => alertOf(ctx, row, by));
}

async function loadAlertRow(ctx: AlertContext, id: string): Promise<{ row: AlertRow; by: string | null }> {
  const [match] = await selectAlerts(ctx.db).where(and(eq(alerts.id, id), ownCondition(ctx)));
  if (!match) throw new Problem('not_found');
  return match;
}

export async function loadAlert(ctx: AlertContext, id: string): Promise<{ alert: Alert; events: AlertEvent[] }> {
  const { row, by } = await loadAlertRow(ctx, id);
  const events = await ctx.db
    .select()
    .from(alertEvents)
    .where(eq(alertEvents.alertId, id))
    .orderBy(desc(alertEvents.id))
    .limit(historyLength);
  return { alert: alertOf(ctx, row, by), events: events.map((event) => eventOf(event, ctx.language)) };
}

export async function createAlert(ctx: AlertContext, input: NewAlert): Promise<Alert> {
  requireChannels(ctx, input.channels);
  const bound = await requireWatch(ctx, input);
  await requireArrivals(ctx, input, bound.reads);
  const { member } = ctx.identity;
  const row = { ...input, ...bound, id: randomUUID(), memberId: member.id, editorId: member.id };
  const created = await ctx.db.transaction(async (tx) => {
    const [alert] = await tx.insert(alerts).values(row).returning();
    await saveReaderDefaults(tx, member.id, { zone: input.zone, language: ctx.language });
    await publishChange(tx, { kind: 'alert', id: row.id, member: member.id });
    return alert!;
  });
  return alertOf(ctx, created, member.name);
}

/** Throws for the arrival schedule if a connected table is read: rows that arrive there cause no event. */
async function requireArrivals({ db }: AlertContext, { schedule }: Pick<NewAlert, 'schedule'>, reads: string[]) {
  if (schedule.kind !== 'arrival') return;
  const connected = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(inArray(datasets.id, reads), isNotNull(datasets.connection)))
    .limit(1);
  if (connected.length > 0) throw new Problem('alert_without_arrivals');
}

// Only editors may send to external channels.
function requireChannels({ identity }: AlertContext, channels: string[]): void {
  if (channels.length > 0 && identity.member.role === 'viewer') throw new Problem('forbidden');
}

/** The state of an alert whose watch is new or was changed. */
export const initialState = {
  state: 'quiet' as const,
  failure: null,
  firing: [],
  muted: [],
  firedAt: null,
  acknowledged: null,
};

/** Unchanged SQL without table bindings keeps its previous bindings. */
function withBindings(watch: AlertWatch, before: AlertWatch): AlertWatch {
  const isSame = 'sql' in watch && 'sql' in before && watch.sql === before.sql;
  return isSame ? { ...watch, tables: watch.tables ?? before.tables } : watch;
}

export async function changeAlert(ctx: AlertContext, { id, ...input }: AlertChange): Promise<Alert> {
  requireChannels(ctx, input.channels);
  const { row } = await loadAlertRow(ctx, id);
  const bound = await requireWatch(ctx, { ...input, watch: withBindings(input.watch, row.watch), origin: row.origin });
  await requireArrivals(ctx, input, bound.reads);
  const editorFields = { editorId: ctx.identity.member.id, datasetLimit: null };
  const fields = { ...input, ...bound, ...initialState, ...editorFields, snoozedUntil: null, nextCheckAt: dueNow };
  return changeAlertRow(ctx, id, () => ({ fields }));
}

export async function removeAlert(ctx: AlertContext, id: string): Promise<void> {
  const { row } = await loadAlertRow(ctx, id);
  await ctx.db.delete(alerts).where(eq(alerts.id, id));
  await publishChange(ctx.db, { kind: 'alert', id, member: row.memberId });
}

type AlertFields = Partial<Omit<AlertRow, 'nextCheckAt'>> & { nextCheckAt?: SQL<Date> };
type AlertAction = { fields: AlertFields; event?: { kind: AlertEventKind; until?: Date | null } };

/** Applies a member's action to an alert and records it in the history. */
export async function changeAlertRow(
  ctx: AlertContext,
  id: string,
  change: (row: AlertRow) => AlertAction,
): Promise<Alert> {
  const { row, by } = await loadAlertRow(ctx, id);
  const { fields, event } = change(row);
  return ctx.db.transaction(async (tx) => {
    const next = { ...fields, revision: sql`${alerts.revision} + 1`, claimedUntil: null };
    const [changed] = await tx.update(alerts).set(next).where(eq(alerts.id, id)).returning();
    if (!changed) throw new Problem('not_found');
    if (event) await record(tx, { alertId: id, by: ctx.identity.member.name, ...event });
    await publishChange(tx, { kind: 'alert', id, member: row.memberId });
    return alertOf(ctx, changed, by);
  });
}

export async function record(tx: Queryable, event: EventRow): Promise<void> {
  await tx.insert(alertEvents).values(event);
}

const failureOf = (failure: AlertRow['failure'], language: Language) =>
  failure && { code: failure.code, message: messageOf(failure.code, failure.params, language) };

function alertOf({ language }: AlertContext, row: AlertRow, by: string | null): Alert {
  const { firing, firedAt, snoozedUntil, lastCheckedAt, createdAt, failure, origin, acknowledged, ...rest } = row;
  const isSnoozed = snoozedUntil !== null && snoozedUntil.getTime() > Date.now();
  return {
    ...rest,
    by,
    origin,
    acknowledged,
    mayEdit: true,
    firing: firing.map(({ key: _, ...each }) => each),
    failure: failureOf(failure, language),
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
    failure: failureOf(failure, language),
    until: until?.toISOString() ?? null,
  };
}
