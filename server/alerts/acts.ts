import { Problem } from '#contract/errors.ts';
import type { Alert } from '#contract/alerts.ts';
import type { MemberContext } from '#server/context.ts';
import type { Services } from './services.ts';
import { act } from './store.ts';

type Ctx = MemberContext<Services>;

/** Someone looks after what fires. */
export const acknowledgeAlert = (ctx: Ctx, id: string): Promise<Alert> =>
  act(ctx, id, ({ state }) => {
    if (state !== 'firing') throw new Problem('alert_not_firing');
    const acknowledged = { at: new Date().toISOString(), by: ctx.identity.member.name };
    return { fields: { acknowledged }, event: { kind: 'acknowledged' } };
  });

/** Closes what fires: it is quiet until it has been normal and fires anew. */
export const resolveAlert = (ctx: Ctx, id: string): Promise<Alert> =>
  act(ctx, id, ({ state, firing, muted }) => {
    if (state !== 'firing') throw new Problem('alert_not_firing');
    const closed = [...muted, ...firing.map(({ key }) => key)];
    return {
      fields: { state: 'quiet', firing: [], muted: closed, acknowledged: null },
      event: { kind: 'closed' },
    };
  });

/** Nobody hears of it until then; what is true then is told then. */
export const snoozeAlert = (ctx: Ctx, id: string, until: string | null): Promise<Alert> =>
  act(ctx, id, () => {
    const moment = until === null ? null : new Date(until);
    return {
      fields: { snoozedUntil: moment, ...(moment ? {} : { nextCheckAt: new Date() }) },
      event: { kind: moment ? 'snoozed' : 'woken', until: moment },
    };
  });
