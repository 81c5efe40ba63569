import { Problem } from '#contract/errors.ts';
import type { Alert } from '#contract/alerts/routes.ts';
import type { MemberContext } from '#server/context.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import type { AlertServices } from './services.ts';
import { changeAlertRow } from './store.ts';

type AlertActionContext = MemberContext<AlertServices>;

/** Marks a firing alert as being handled. */
export const acknowledgeAlert = (ctx: AlertActionContext, id: string): Promise<Alert> =>
  changeAlertRow(ctx, id, ({ state }) => {
    if (state !== 'firing') throw new Problem('alert_not_firing');
    const acknowledged = { at: new Date().toISOString(), by: ctx.identity.member.name };
    return { fields: { acknowledged }, event: { kind: 'acknowledged' } };
  });

/** Closes a firing alert: it stays quiet until its values have been normal and fire again. */
export const resolveAlert = (ctx: AlertActionContext, id: string): Promise<Alert> =>
  changeAlertRow(ctx, id, ({ state, firing, muted }) => {
    if (state !== 'firing') throw new Problem('alert_not_firing');
    const mutedKeys = [...muted, ...firing.map(({ key }) => key)];
    return {
      fields: { state: 'quiet', firing: [], muted: mutedKeys, acknowledged: null },
      event: { kind: 'closed' },
    };
  });

/** Stops notifications until a time, at which an alert that still fires sends one; null ends the snooze. */
export const snoozeAlert = (ctx: AlertActionContext, id: string, until: string | null): Promise<Alert> =>
  changeAlertRow(ctx, id, () => {
    const snoozedUntil = until === null ? null : new Date(until);
    return {
      fields: { snoozedUntil: snoozedUntil, ...(snoozedUntil ? {} : { nextCheckAt: dueNow }) },
      event: { kind: snoozedUntil ? 'snoozed' : 'woken', until: snoozedUntil },
    };
  });
