import { expect, test } from 'vitest';

import type { Proof } from '#domain/query/query.ts';
import type { RunEvent } from './dashboard-source.ts';
import { deliverVisibleFirst } from './visible-first.ts';

const resultOf = (card: string): RunEvent => ({
  kind: 'result',
  card,
  name: '',
  result: { columns: [], values: [], totals: [], proof: { datasets: [] } as unknown as Proof },
});

/** Starts a delivery of the cards a and b, which are visible; `deliveries` are the cards of each. */
function startDelivery(isTogether: boolean) {
  const deliveries: string[][] = [];
  const deliver = (events: RunEvent[]) =>
    void deliveries.push(events.flatMap((event) => ('card' in event ? [event.card] : [])));
  return { deliveries, ...deliverVisibleFirst({ visible: ['a', 'b'], isTogether, deliver }) };
}

/** The cards of each delivery, if the results of all cards arrive at once. */
async function deliveriesOf(isTogether: boolean): Promise<string[][]> {
  const { deliveries, onEvent, end } = startDelivery(isTogether);
  for (const card of ['hidden', 'b', 'a']) onEvent(resultOf(card));
  await end();
  return deliveries;
}

test('delivers visible cards one by one in their order, then the others', async () => {
  expect(await deliveriesOf(false)).toEqual([['a'], ['b'], ['hidden']]);
});

test('delivers visible cards together if `isTogether` is set, then the others', async () => {
  expect(await deliveriesOf(true)).toEqual([['a', 'b'], ['hidden']]);
});

test('delivers visible cards together that arrive shortly after each other', async () => {
  let lasted: number;
  let deliveries: string[][];
  do {
    const startedAt = performance.now();
    const { onEvent, end, ...started } = startDelivery(true);
    onEvent(resultOf('b'));
    await new Promise((resolve) => setTimeout(resolve, 40));
    onEvent(resultOf('a'));
    lasted = performance.now() - startedAt;
    await end();
    ({ deliveries } = started);
    // On a busy machine 40 ms may take longer than cards wait for each other.
  } while (lasted > 90);
  expect(deliveries).toEqual([['a', 'b']]);
});

test('delivers a visible card before the others if these are slow', async () => {
  const { deliveries, onEvent, end } = startDelivery(true);
  onEvent(resultOf('b'));
  await expect.poll(() => deliveries).toEqual([['b']]);
  onEvent(resultOf('a'));
  await end();
  expect(deliveries).toEqual([['b'], ['a']]);
});

test('delivers visible cards of a prefetched run at once, and the others once these are drawn', async () => {
  const { deliveries, onReceived, end } = startDelivery(true);
  onReceived(['hidden', 'b', 'a'].map(resultOf));
  expect(deliveries).toEqual([['b', 'a']]);
  await end();
  expect(deliveries).toEqual([['b', 'a'], ['hidden']]);
});

test('delivers what arrives after the events of a prefetched run', async () => {
  const { deliveries, onReceived, onEvent, end } = startDelivery(true);
  onReceived(['hidden', 'a'].map(resultOf));
  onEvent(resultOf('b'));
  await end();
  expect(deliveries).toEqual([['a'], ['b'], ['hidden']]);
});
