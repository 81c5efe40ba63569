const state = { time: null, values: {}, picks: [], drills: {} };
const token = 'a'.repeat(92);

export const report = {
  name: 'Every morning',
  format: 'pdf',
  schedule: { kind: 'weekly', day: 1, at: '09:00' },
  zone: 'Asia/Shanghai',
  isPaused: false,
};
const recipients = [{ kind: 'member', member: 'nobody', state }];

/** Valid inputs for the routes of reports and their emails. */
export const reportInputs = {
  'POST /dashboards/:id/reports': { id: 'nothing', ...report, recipients },
  'PUT /reports/:id': { id: 'nothing', ...report, recipients },
  'GET /letters/subscription': { token },
  'PUT /letters/subscription': { token, isStopped: true },
  'GET /letters/:token/file': { token },
};
