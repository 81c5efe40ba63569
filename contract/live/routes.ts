import { z } from 'zod';

import { route, streamAgeSchema } from '#contract/route.ts';

export const liveRoutes = {
  'GET /live': route({
    access: 'member',
    summary: {
      en_US: 'Stream changes as server-sent events; their data is a JSON object with a kind and usually an id',
      zh_CN: '以服务器推送事件接收变化，数据为含类型和标识的 JSON 对象',
    },
    input: z.strictObject({ age: streamAgeSchema }),
    output: z.void(),
    response: 'events',
  }),
};
