import type { alertRoutes } from '#contract/alerts.ts';
import type { Handlers } from '#server/context.ts';
import { acknowledgeAlert, resolveAlert, snoozeAlert } from './acts.ts';
import { rehearse } from './rehearse.ts';
import type { Services } from './services.ts';
import { changeAlert, createAlert, listAlerts, loadAlert, removeAlert } from './store.ts';

export const alertHandlers: Handlers<Services, typeof alertRoutes> = {
  'GET /alerts': listAlerts,
  'POST /alerts': createAlert,
  'POST /alerts/rehearsal': rehearse,
  'GET /alerts/:id': (ctx, { id }) => loadAlert(ctx, id),
  'PUT /alerts/:id': changeAlert,
  'DELETE /alerts/:id': (ctx, { id }) => removeAlert(ctx, id),
  'POST /alerts/:id/acknowledge': (ctx, { id }) => acknowledgeAlert(ctx, id),
  'POST /alerts/:id/resolve': (ctx, { id }) => resolveAlert(ctx, id),
  'PUT /alerts/:id/snooze': (ctx, { id, until }) => snoozeAlert(ctx, id, until),
};
