import { z } from 'zod';

import type { SharedKind } from './access.ts';
import { noInput, route } from './route.ts';

/** What changed, for pages that are open. They ask again for what they show of it. */
export type Change =
  | { kind: 'application'; id: string }
  | { kind: 'dataset'; id: string; application: string; version: number; rows: number }
  /** With what it reads: only who may see all of that hears of it. */
  | { kind: 'chart'; id: string; datasets: string[] }
  | { kind: 'dashboard'; id: string; version: number }
  /** Told to that member's own pages only. */
  | { kind: 'notification'; member: string }
  | { kind: 'channels' }
  /** Told to whoever made it, and to the owner. */
  | { kind: 'alert'; id: string; member: string | null }
  /** A link to a dashboard was made, changed or revoked. */
  | { kind: 'share'; id: string; dashboard: string }
  | { kind: 'report'; id: string; member: string | null }
  | { kind: 'limits' }
  | { kind: 'member'; id: string }
  | { kind: 'upload'; id: string }
  | { kind: 'import'; id: string; application: string }
  /** Others may see a thing now, or not any more. */
  | { kind: 'access'; thing: SharedKind; id: string };

export const liveRoutes = {
  'GET /live': route({
    access: 'member',
    summary: 'Hear what changes, as server-sent events whose data is a JSON object with a kind and mostly an id',
    input: noInput,
    output: z.void(),
    gives: 'events',
  }),
};
