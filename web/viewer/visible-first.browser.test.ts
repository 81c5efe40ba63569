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

/** The cards of each delivery, if the results of all cards arrive at once. */
async function deliveriesOf(isTogether: boolean): Promise<string[][]> {
  const deliveries: string[][] = [];
  const deliver = (events: RunEvent[]) =>
    void deliveries.push(events.flatMap((event) => ('card' in event ? [event.card] : [])));
  const { onEvent, end } = deliverVisibleFirst({ visible: ['a', 'b'], isTogether, deliver });
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
