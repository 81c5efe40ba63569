import type { ownShareRoutes, sharedRoutes, shareRoutes } from '#contract/shares/routes.ts';

const state = { time: null, values: {}, picks: [], drills: {} };
const zone = 'Asia/Shanghai';
const pass = 'no pass';

/** Valid inputs for the routes of shares. */
export const shareInputs: Partial<
  Record<keyof typeof shareRoutes | keyof typeof ownShareRoutes | keyof typeof sharedRoutes, Record<string, unknown>>
> = {
  'POST /dashboards/:id/blocked-parts': { id: 'nothing', version: 1, keys: ['time'] },
  'POST /dashboards/:id/shares': {
    id: 'nothing',
    name: 'For customers',
    password: 'a password',
    days: 7,
    maxViews: 100,
    start: { time: null, values: {} },
    allows: { time: true, controls: [], download: false },
    sites: ['https://example.com'],
  },
  'PATCH /shares/:id': { id: 'nothing', name: 'For partners', password: null, days: null },
  'POST /shares/open': { token: 'a'.repeat(43), password: 'a password' },
  'POST /shares/read': { pass },
  'POST /shares/run': { pass, state, zone, cards: [], first: [] },
  'POST /shares/values': { pass, state, zone, control: 'c', search: '' },
  'POST /shares/live': { pass },
  'POST /shares/file': { pass, state, zone, format: 'png', language: 'zh_CN', theme: 'light', tab: null },
  'GET /shares/:token/picture': { token: 'a'.repeat(43) },
};
