import { afterEach, expect, test, vi } from 'vitest';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { createDraftSaver } from './draft-saver.ts';

const titled = (title: string) => ({ title: { en_US: title, zh_CN: '' }, tabs: [] }) as unknown as Dashboard;
const published = titled('Published');

afterEach(() => vi.restoreAllMocks());

/** Mocks a network that never responds; returns the drafts sent, and whether each request outlives the page. */
function stallNetwork() {
  const sent: { title: string; outlivesPage: boolean }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_, init) => {
    const { dashboard } = JSON.parse(init!.body as string) as { dashboard: Dashboard };
    sent.push({ title: dashboard.title.en_US, outlivesPage: init?.keepalive === true });
    return new Promise(() => {});
  });
  return sent;
}

test('a draft whose request is running when the page closes is sent again', async () => {
  const sent = stallNetwork();
  const saver = createDraftSaver('id', { dashboard: published, at: null });
  saver.scheduleSave({ dashboard: titled('Mine'), base: 1, published }, 0);
  await expect.poll(() => sent).toEqual([{ title: 'Mine', outlivesPage: false }]);
  saver.saveOnUnload();
  expect(sent.at(-1)).toEqual({ title: 'Mine', outlivesPage: true });
});

test('a change made while a request is running is sent when the page closes', async () => {
  const sent = stallNetwork();
  const saver = createDraftSaver('id', { dashboard: published, at: null });
  saver.scheduleSave({ dashboard: titled('First'), base: 1, published }, 0);
  await expect.poll(() => sent).toHaveLength(1);
  saver.scheduleSave({ dashboard: titled('Second'), base: 1, published }, 1_000);
  saver.saveOnUnload();
  expect(sent.at(-1)).toEqual({ title: 'Second', outlivesPage: true });
});

test('nothing is sent when there are no unsaved changes', () => {
  const sent = stallNetwork();
  createDraftSaver('id', { dashboard: published, at: null }).saveOnUnload();
  expect(sent).toEqual([]);
});
