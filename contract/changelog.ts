import { z } from 'zod';

import { noInput, noOutput, route } from './route.ts';

/** How many changes of the product someone has read of; null before they ever looked. */
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
