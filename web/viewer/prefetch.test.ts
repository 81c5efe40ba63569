import { expect, test } from 'vitest';

import { Problem } from '#contract/errors.ts';
import type { RunEvent, RunOutcome, sendRun } from './dashboard-source.ts';
import { createPrefetcher } from './prefetch.ts';

type SentRun = Parameters<typeof sendRun>[1] & { input: object; end: (outcome: RunOutcome) => void };

const inputOf = (card: string) => ({ id: 'd', state: {}, zone: 'UTC', cards: [card] }) as Parameters<typeof sendRun>[0];
const position = (number: number): RunEvent => ({ kind: 'waiting', position: number });

/** A prefetcher, and the runs that it has sent. */
function openPrefetcher() {
  const sent: SentRun[] = [];
  const send: typeof sendRun = (input, listener) =>
    new Promise((end) => {
      sent.push({ input, end, ...listener });
    });
  const prefetcher = createPrefetcher(send);
  /** Takes over the run of an input and records its events. */
  const take = (input: Parameters<typeof sendRun>[0]) => {
    const taken = prefetcher.take(input);
    if (!taken) return undefined;
    const events = [...taken.received];
    const outcome = taken.run(input, {
      signal: new AbortController().signal,
      onEvent: (event) => void events.push(event),
    });
    return { events, outcome };
  };
  return { ...prefetcher, sent, take };
}

const settle = () => new Promise(setImmediate);

test('a click takes over the prefetched run with the events before and after it', async () => {
  const { sent, prefetch, take } = openPrefetcher();
  prefetch(inputOf('a'), 'press');
  sent[0]!.onEvent(position(1));
  const taken = take(inputOf('a'))!;
  sent[0]!.onEvent(position(0));
  sent[0]!.end('ended');
  expect(await taken.outcome).toBe('ended');
  expect(taken.events).toEqual([position(1), position(0)]);
  expect(sent.map(({ input }) => input)).toEqual([inputOf('a')]);
});

test('a press keeps the run that was prefetched when the pointer came to rest', () => {
  const { sent, prefetch, take } = openPrefetcher();
  prefetch(inputOf('a'), 'rest');
  prefetch(inputOf('a'), 'press');
  expect(sent.map(({ input }) => input)).toEqual([{ ...inputOf('a'), prefetch: true }]);
  expect(take(inputOf('a'))).toBeDefined();
});

test('a run of another input is cancelled', () => {
  const { sent, prefetch, take } = openPrefetcher();
  prefetch(inputOf('a'), 'rest');
  prefetch(inputOf('b'), 'rest');
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(take(inputOf('a'))).toBeUndefined();
  expect(sent[1]!.signal.aborted).toBe(true);
});

test('a declined or failed run is not taken over', async () => {
  const { sent, prefetch, take } = openPrefetcher();
  prefetch(inputOf('a'), 'rest');
  sent[0]!.end('declined');
  await settle();
  expect(take(inputOf('a'))).toBeUndefined();
  prefetch(inputOf('a'), 'rest');
  sent[1]!.onEvent({ kind: 'failed', error: new Problem('offline') });
  expect(take(inputOf('a'))).toBeUndefined();
});

test('a run that is declined after it was taken over is sent again', async () => {
  const { sent, prefetch, take } = openPrefetcher();
  prefetch(inputOf('a'), 'rest');
  const taken = take(inputOf('a'))!;
  sent[0]!.end('declined');
  await settle();
  expect(sent.map(({ input }) => input)).toEqual([{ ...inputOf('a'), prefetch: true }, inputOf('a')]);
  sent[1]!.onEvent(position(0));
  sent[1]!.end('ended');
  expect(await taken.outcome).toBe('ended');
  expect(taken.events).toEqual([position(0)]);
});
