import type { alertRoutes, Alert } from '#contract/alerts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Handlers, MemberContext } from '#server/context.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { backtest } from './backtest.ts';
import type { AlertServices } from './services.ts';
import { changeAlert, createAlert, listAlerts, loadAlert, removeAlert, changeAlertRow } from './store.ts';

type AlertActionContext = MemberContext<AlertServices>;

/** Marks a firing alert as being handled. */
const acknowledgeAlert = (ctx: AlertActionContext, id: string): Promise<Alert> =>
  changeAlertRow(ctx, id, ({ state }) => {
    if (state !== 'firing') throw new Problem('alert_not_firing');
    const acknowledged = { at: new Date().toISOString(), by: ctx.identity.member.name };
    return { fields: { acknowledged }, event: { kind: 'acknowledged' } };
  });

/** Closes a firing alert: it stays quiet until its values have been normal and fire again. */
const resolveAlert = (ctx: AlertActionContext, id: string): Promise<Alert> =>
  changeAlertRow(ctx, id, ({ state, firing, muted }) => {
    if (state !== 'firing') throw new Problem('alert_not_firing');
    const mutedKeys = [...muted, ...firing.map(({ key }) => key)];
    return {
      fields: { state: 'quiet', firing: [], muted: mutedKeys, acknowledged: null },
      event: { kind: 'closed' },
    };
  });

/** Stops notifications until a time, at which an alert that still fires sends one; null ends the snooze. */
const snoozeAlert = (ctx: AlertActionContext, id: string, until: string | null): Promise<Alert> =>
  changeAlertRow(ctx, id, () => {
    const snoozedUntil = until === null ? null : new Date(until);
    return {
      fields: { snoozedUntil: snoozedUntil, ...(snoozedUntil ? {} : { nextCheckAt: dueNow }) },
      event: { kind: snoozedUntil ? 'snoozed' : 'woken', until: snoozedUntil },
    };
  });

export const alertHandlers: Handlers<AlertServices, typeof alertRoutes> = {
  'GET /alerts': listAlerts,
  'POST /alerts': createAlert,
  'POST /alerts/rehearsal': backtest,
  'GET /alerts/:id': (ctx, { id }) => loadAlert(ctx, id),
  'PUT /alerts/:id': changeAlert,
  'DELETE /alerts/:id': (ctx, { id }) => removeAlert(ctx, id),
  'POST /alerts/:id/acknowledge': (ctx, { id }) => acknowledgeAlert(ctx, id),
  'POST /alerts/:id/resolve': (ctx, { id }) => resolveAlert(ctx, id),
  'PUT /alerts/:id/snooze': (ctx, { id, until }) => snoozeAlert(ctx, id, until),
};
