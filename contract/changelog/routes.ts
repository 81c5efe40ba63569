import { z } from 'zod';

import { noInput, noOutput, route } from '#contract/route.ts';

/** Number of changelog entries that a member has read; null if they never opened it. */
const seenSchema = z.number().nullable();

export const changelogRoutes = {
  'GET /changelog/seen': route({
    access: 'member',
    summary: {
      en_US: 'Get the number of changelog entries when you last read it',
      zh_CN: '上次阅读更新日志时的条目数',
    },
    input: noInput,
    output: z.object({ seen: seenSchema }),
  }),
  'PUT /changelog/seen': route({
    access: 'member',
    audit: null,
    stale: [],
    summary: { en_US: 'Mark the changelog as read', zh_CN: '记下已读更新日志' },
    input: z.strictObject({ seen: z.int().min(0).max(1_000_000) }),
    output: noOutput,
  }),
};
