import { z } from 'zod';

import { noInput, route } from './route.ts';

/** What changed, for pages that are open. They ask again for what they show of it. */
export type Change =
  | { kind: 'application'; id: string }
  | { kind: 'dataset'; id: string; application: string; version: number; rows: number }
  | { kind: 'chart'; id: string }
  | { kind: 'dashboard'; id: string; version: number }
  | { kind: 'limits' }
  | { kind: 'upload'; id: string }
  | { kind: 'import'; id: string; application: string };

export const liveRoutes = {
  'GET /live': route({
    access: 'member',
    summary: 'Hear what changes, as server-sent events whose data is a JSON object with a kind and mostly an id',
    input: noInput,
    output: z.void(),
    gives: 'events',
  }),
};
