import { z } from 'zod';

import type { SharedKind } from '#contract/access/routes.ts';
import { noInput, route } from '#contract/route.ts';

/** Change events for open pages, which then reload what they show of it. */
export type LiveChange =
  | { kind: 'application'; id: string }
  | { kind: 'dataset'; id: string; application: string; version: number; rows: number }
  /** With the datasets that it reads: only sent to those who may see all of them. */
  | { kind: 'chart'; id: string; datasets: string[] }
  | { kind: 'dashboard'; id: string; version: number }
  /** Only sent to that member's own pages. */
  | { kind: 'notification'; member: string }
  | { kind: 'channels' }
  /** Only sent to its creator and the owner. */
  | { kind: 'alert'; id: string; member: string | null }
  /** A public link to a dashboard was created, changed or revoked. */
  | { kind: 'share'; id: string; dashboard: string }
  | { kind: 'report'; id: string; member: string | null }
  | { kind: 'limits' }
  | { kind: 'member'; id: string }
  | { kind: 'upload'; id: string }
  | { kind: 'import'; id: string; application: string }
  /** Access to a dashboard or application changed. */
  | { kind: 'access'; thing: SharedKind; id: string };

export const liveRoutes = {
  'GET /live': route({
    access: 'member',
    summary: {
      en_US: 'Hear what changes, as server-sent events whose data is a JSON object with a kind and mostly an id',
      zh_CN: '以服务器推送事件接收变化，数据为含类型和标识的 JSON 对象',
    },
    input: noInput,
    output: z.void(),
    response: 'events',
  }),
};
