import { afterEach, expect, test, vi } from 'vitest';

import { isWaiting, sendEarly, takeEarlyRequest } from './early-requests.ts';

const url = new URL('/api/dashboards/a/run', location.origin).href;
const run = (cards: string[], zone = 'UTC') => ({ zone, cards, first: cards.slice(0, 1), fresh: false });
const sendRunEarly = (cards: string[]) => {
  const sent = sendEarly('POST', '/dashboards/a/run', 'en_US', run(cards));
  sent.catch(() => undefined);
};

afterEach(() => {
  vi.useRealTimers();
  window.earlyRequests = [];
});

test('a response is taken over once, and only for the same method and URL', () => {
  const response = sendEarly('GET', '/me', 'en_US');
  response.catch(() => undefined);
  const me = new URL('/api/me', location.origin).href;
  expect(takeEarlyRequest({ method: 'GET', url })).toBeUndefined();
  expect(takeEarlyRequest({ method: 'PATCH', url: me })).toBeUndefined();
  expect(isWaiting(response)).toBe(true);
  expect(takeEarlyRequest({ method: 'GET', url: me })).toBeInstanceOf(Promise);
  expect(isWaiting(response)).toBe(false);
  expect(takeEarlyRequest({ method: 'GET', url: me })).toBeUndefined();
});

test('an early run serves a run of a subset of its cards with the same state', () => {
  sendRunEarly(['a', 'b']);
  for (const body of [run(['a', 'b'], 'Asia/Tokyo'), run(['a', 'c']), { ...run(['a']), fresh: true }])
    expect(takeEarlyRequest({ method: 'POST', url, body })).toBeUndefined();
  expect(takeEarlyRequest({ method: 'POST', url, body: run(['b']) })).toBeInstanceOf(Promise);
});

test('a response that is not taken over is discarded after ten seconds', () => {
  vi.useFakeTimers();
  sendRunEarly(['a']);
  vi.advanceTimersByTime(10_001);
  expect(takeEarlyRequest({ method: 'POST', url, body: run(['a']) })).toBeUndefined();
});

test('aborting a request aborts the early request that it took over', async () => {
  sendRunEarly(['a']);
  const controller = new AbortController();
  const taken = takeEarlyRequest({ method: 'POST', url, body: run(['a']) }, controller.signal);
  controller.abort();
  await expect(taken).rejects.toMatchObject({ name: 'AbortError' });
});
