import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import type { Origin, Proof } from '#domain/query/query.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { CardLateMark, lateOriginOf } from './CardLateMark.tsx';
import type { RunEvent } from './dashboard-source.ts';
import { DataAge } from './Freshness.tsx';
import { createRunner } from './runner.ts';

afterEach(() => vi.restoreAllMocks());

const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const originOf = (fields: Partial<Origin>): Origin => ({
  id: 'd',
  name: 'Orders',
  application: 'Shop',
  version: 1,
  rows: 3,
  lastDataAt: hoursAgo(2),
  newest: null,
  lateSince: null,
  isPushed: false,
  connection: null,
  ...fields,
});

const none = { en_US: '', zh_CN: '' };
const dashboard: Dashboard = {
  format: 1,
  title: none,
  description: none,
  time: { span: null, compare: { kind: 'none' }, targets: [] },
  controls: [],
  tabs: [{ id: 'tab', title: none, cards: [] }],
  refresh: 0,
};

/** The run of a dashboard with one card, whose server sends these results. */
function runOf(origin: Origin, more: RunEvent[] = []) {
  const proof = { datasets: [origin] } as Proof;
  const result = { columns: [], values: [], totals: [], proof };
  const run = createRunner(async (_, { onEvent }) => {
    for (const event of [{ kind: 'result' as const, card: 'c', name: '', result }, ...more]) onEvent(event);
    return 'ended';
  });
  const keys = new Map([['c', 'question']]);
  run.setRequest({
    id: 'b',
    draft: false,
    dashboard,
    state: defaultState,
    zone: 'UTC',
    cards: ['c'],
    visible: [],
    keys,
  });
  return run;
}

test('data of a file shows its latest row and when it was imported, and is never live', async () => {
  const run = runOf(originOf({}), [{ kind: 'newest', dataset: 'd', cell: '2026-01-17' }]);
  await renderComponent(<DataAge run={run} />);
  await expect.element(page.getByText('Latest row 2026-01-17 · imported 2 hours ago')).toBeVisible();
});

test.each([
  [2, 'Live, updated 2 hours ago'],
  [50, 'last pushed 2 days ago'],
])('pushed data that arrived %d hours ago: %s', async (hours, text) => {
  answerCalls({ 'GET /datasets/d': () => ({ newest: '2026-01-17' }) });
  await renderComponent(<DataAge run={runOf(originOf({ isPushed: true, lastDataAt: hoursAgo(hours) }))} />);
  await expect.element(page.getByText(`Latest row 2026-01-17 · ${text}`)).toBeVisible();
});

test('a late card shows when newer data was expected; on a link, with the latest row that the run reports', async () => {
  const late = originOf({ lateSince: '2026-01-18T09:00:00.000Z' });
  const run = runOf(late, [{ kind: 'newest', dataset: 'd', cell: '2026-01-17' }]);
  await expect.poll(() => lateOriginOf(run.answer('c'))?.id).toBe('d');
  await renderComponent(<CardLateMark late={{ ...late, lateSince: late.lateSince! }} run={run} />, 'zh_CN');
  await expect.element(page.getByRole('note')).toHaveAccessibleName(/^数据延迟：预期 .* 前更新，最新一行 2026-01-17$/);
});
