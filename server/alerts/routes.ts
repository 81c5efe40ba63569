import type { alertRoutes } from '#contract/alerts/routes.ts';
import type { Handlers } from '#server/context.ts';
import { acknowledgeAlert, resolveAlert, snoozeAlert } from './alert-actions.ts';
import { backtest } from './backtest.ts';
import type { AlertServices } from './services.ts';
import { changeAlert, createAlert, listAlerts, loadAlert, removeAlert } from './store.ts';

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
