import { z } from 'zod';

import { noInput, noOutput, route } from '#contract/route.ts';

/** Number of changelog entries that a member has read; null if they never opened it. */
const seenSchema = z.number().nullable();

export const changelogRoutes = {
  'GET /changelog/seen': route({
    access: 'member',
    summary: 'How many changes the changelog had when you last read it',
    input: noInput,
    output: z.object({ seen: seenSchema }),
  }),
  'PUT /changelog/seen': route({
    access: 'member',
    act: null,
    summary: 'Note that you have read the changelog',
    input: z.strictObject({ seen: z.int().min(0).max(1_000_000) }),
    output: noOutput,
  }),
};
