import { z } from 'zod';

import { isReadRoute } from '#contract/accounts/keys.ts';
import { idSchema, route, type Route, type RouteKey, sessionRoutes } from '#contract/route.ts';
import { seeAsHeader } from '#contract/shell.ts';

/** Whether a route accepts a "See as…" pass: it only reads, or changes only data of the caller. */
export const allowsSeeAs = (key: RouteKey, each: Route): boolean => isReadRoute(key, each) || each.allowsSeeAs === true;

export const seeAsRoutes = sessionRoutes({
  'POST /members/:id/see-as': route({
    access: 'editor',
    audit: { area: 'members', action: 'see_as', en_US: 'See as a member', zh_CN: '以成员身份查看' },
    stale: [],
    summary: {
      en_US: `Get a pass to see what a member sees, limited to what you can see yourself. Send it in the header ${seeAsHeader}; requests with it can't change anything`,
      zh_CN: `获取以某位成员身份查看的凭据，所见不超出自己的权限。将其放在请求头 ${seeAsHeader} 中；带有该请求头的请求不能修改任何内容`,
    },
    errors: ['own_account'],
    input: z.strictObject({ id: idSchema }),
    output: z.object({ pass: z.string(), name: z.string() }),
  }),
});
