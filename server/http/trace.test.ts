import { expect, test } from 'vitest';

import { recordLog } from '#server/testing/log.ts';
import { traceIdOf, traceLog, traceparentOf } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

test.each([`00-${traceId}-${parent}-01`, `00-${traceId}-${parent}-00`, `01-${traceId}-${parent}-01-more`])(
  'a request with the header %s keeps its trace id',
  (header) => expect(traceIdOf(header)).toBe(traceId),
);

test.each([
  undefined,
  '',
  'canary',
  ['00-1', '00-2'],
  `00-${traceId}-${parent}`,
  `00-${traceId}-${parent}-01-more`,
  `ff-${traceId}-${parent}-01`,
  `00-${traceId.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${parent}-01\n`,
])('a request with the header %j gets a new trace id', (header) => {
  const [one, two] = [traceIdOf(header), traceIdOf(header)];
  expect(one).toMatch(/^[\da-f]{32}$/);
  expect(one).not.toBe(two);
  expect([one, two]).not.toContain(traceId);
});

test('the header of a relayed request has the same trace id', () => {
  expect(traceparentOf(traceId)).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  expect(traceIdOf(traceparentOf(traceId))).toBe(traceId);
});

test('lines of a context have its trace id, also after the request; lines of services have none', async () => {
  const { log, lines } = recordLog();
  const services = traceLog({ log });
  const ctx = Object.assign(Object.create(services) as typeof services, { traceId });
  await Promise.resolve().then(() => ctx.log.warn('a job failed'));
  services.log.warn('a task failed');
  expect(lines).toMatchObject([{ msg: 'a job failed', traceId }, { msg: 'a task failed' }]);
  expect(lines[1]).not.toHaveProperty('traceId');
});
