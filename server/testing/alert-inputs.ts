const target = { kind: 'slack', url: 'https://chat.example/hook' };
export const alert = {
  name: 'Orders',
  watch: {
    dataset: 'nothing',
    formula: { kind: 'count' },
    filters: [],
    time: { column: 'c_1', grain: { unit: 'day' } },
    by: null,
    isRunning: false,
  },
  condition: { kind: 'below', value: 1 },
  schedule: { kind: 'every', minutes: 15 },
  zone: 'Asia/Shanghai',
  channels: [],
};
const allTopics = { alerts: true, imports: true, datasets: true, access: true, channels: true };

/** Valid inputs for the routes of notifications, channels and alerts. */
export const alertInputs = {
  'GET /notifications': { before: 1 },
  'POST /notifications/read': { cause: 'alert:nothing' },
  'PUT /notifications/settings': {
    bell: allTopics,
    mail: allTopics,
    quiet: { from: '22:00', to: '08:00' },
    zone: 'Asia/Shanghai',
    language: 'zh_CN',
  },
  'POST /channels': { name: 'Chat', language: 'zh_CN', target },
  'PATCH /channels/:id': { id: 'nothing', name: 'Chat', language: 'zh_CN', target },
  'POST /alerts': { ...alert, origin: { dashboard: 'nothing', card: 'c' } },
  'POST /alerts/rehearsal': { watch: alert.watch, condition: alert.condition, zone: alert.zone },
  'PUT /alerts/:id': { id: 'nothing', ...alert },
  'PUT /alerts/:id/snooze': { id: 'nothing', until: '2026-11-15T00:00:00.000Z' },
};
