import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import type { Application } from '#contract/applications/routes.ts';
import { languageCodes } from '#domain/language.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ApplicationTable } from './ApplicationTable.tsx';

const application: Application = {
  id: 'a',
  name: 'W'.repeat(60),
  kind: 'files',
  health: 'rejects',
  datasets: 1,
  rows: 999_900_000,
  bytes: 999_900_000,
  rate: Array<number>(60).fill(999_900_000),
  createdAt: '2026-01-28T23:59:59.000Z',
  lastDataAt: '2026-01-28T23:59:59.000Z',
  newest: '2026-01-28T23:59:59.000Z',
  trashedAt: null,
  right: 'edit',
  sharing: 'private',
  folder: null,
};

afterEach(() => {
  vi.restoreAllMocks();
  return page.viewport(1280, 800);
});

for (const language of languageCodes) {
  test(`the longest contents fit into any width in ${language}`, async () => {
    const applications: Application[] = [application, { ...application, id: 'b', kind: 'connection' }];
    answerCalls({ 'GET /me': () => ({ role: 'editor', preferences: {} }) });
    const screen = await renderComponent(<ApplicationTable applications={applications} listKey="" />, language);
    await expect.element(screen.getByRole('button').first()).toBeInTheDocument();
    const overflows: number[] = [];
    for (let width = 320; width <= 1440; width += 20) {
      await page.viewport(width, 800);
      if (document.documentElement.scrollWidth > window.innerWidth) overflows.push(width);
    }
    expect(overflows).toEqual([]);
  });
}

test('many applications are rendered in steps while the page scrolls', async () => {
  const applications = Array.from({ length: 180 }, (_, index) => ({ ...application, id: String(index) }));
  answerCalls({ 'GET /me': () => ({ role: 'editor', preferences: {} }) });
  await renderComponent(<ApplicationTable applications={applications} listKey="" />, 'en_US');
  const countRows = () => document.querySelectorAll('tbody tr').length;
  await expect.poll(countRows).toBeGreaterThan(10);
  expect(countRows()).toBeLessThan(130);
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return countRows();
    })
    .toBe(180);
});
