import RudderAnalytics from '@rudderstack/rudder-sdk-node';
import { Analytics } from '@segment/analytics-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildProgram, clientPrograms, missingTools, runProgram } from '#server/testing/client-programs.ts';
import { fillPushMemory } from '#server/testing/full-memory.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';

/*
 * Published clients of Segment and RudderStack in other languages, installed from their registries. Each sends every
 * message type and reports refused messages with the reason.
 */

let product: TestProduct;
let token: string;
const statuses: number[] = [];
beforeAll(async () => {
  product = await openTestProduct();
  ({ token } = await createOwner(product));
  product.app.server.on('request', (request, response) => {
    if (request.url?.startsWith('/v1/')) response.on('finish', () => statuses.push(response.statusCode));
  });
});
afterAll(() => product.close());

describe.each(clientPrograms.map((program) => [program.name, program] as const))('%s', (name, program) => {
  const missing = missingTools(program);
  let pusher: Pusher;
  beforeAll(async () => {
    if (missing.length > 0) return console.warn(`${name} is skipped: this machine has no ${missing.join(', ')}`);
    pusher = await createPusher(product, token, name);
    await buildProgram(program);
  }, 900_000);

  const testIfInstalled = test.skipIf(missing.length > 0);

  testIfInstalled('sends messages of every type, and reports refused ones with the reason', async () => {
    const output = await runProgram(program, product.url, [
      { event: 'wrong key', key: 'sk_wrong' },
      { event: 'too deep', key: pusher.secret, depth: 200 },
      { event: 'paid', key: pusher.secret },
    ]);
    expect(await pusher.rowsOf('tracks', 1)).toMatchObject([{ event: 'paid', 'properties.amount': 12.5 }]);
    // RudderStack's client sends the traits in the context.
    expect(Object.values((await pusher.rowsOf('identifies', 1))[0]!)).toContain('小明');
    for (const name of ['pages', 'groups', 'aliases']) await pusher.dataset(name, 1);
    expect(output).toMatch(/wrong key: .*key_invalid/);
    expect(output).toMatch(/too deep: .*too_deep/);
    expect(output).not.toContain('paid:');
  });

  testIfInstalled('retries after 429', async () => {
    const freeMemory = await fillPushMemory(product.url, pusher);
    const before = statuses.length;
    const running = runProgram(program, product.url, [{ event: 'again', key: pusher.secret }]);
    await expect.poll(() => statuses.slice(before)).toContain(429);
    freeMemory();
    await running;
    expect((await pusher.rowsOf('tracks', 2)).map(({ event }) => event)).toEqual(['paid', 'again']);
  });
});

/** Sends one event with a Node client; resolves with the failure, if any. */
type SendEvent = (key: string, event: string) => Promise<unknown>;

const sendWithSegment: SendEvent = async (writeKey, event) => {
  const analytics = new Analytics({ writeKey, host: product.url, flushAt: 1 });
  const failures: unknown[] = [];
  analytics.on('error', ({ reason }) => failures.push(reason));
  const done = new Promise((resolve) => analytics.track({ userId: 'u1', event }, resolve));
  await done;
  await analytics.closeAndFlush();
  return failures[0];
};

const sendWithRudder: SendEvent = (key, event) => {
  const retryOptions = { retryCount: 30, axiosRetryConfig: { retryDelay: () => 500 } };
  const rudder = new RudderAnalytics(key, {
    dataPlaneUrl: product.url,
    flushAt: 1,
    errorHandler: () => {},
    ...retryOptions,
  });
  return new Promise((resolve) => rudder.track({ userId: 'u1', event }, (error?: unknown) => resolve(error)));
};

test.each([
  ["Segment's Node client", sendWithSegment],
  ["RudderStack's Node client", sendWithRudder],
])('%s reports a wrong key and retries after 429', async (name, sendEvent) => {
  const pusher = await createPusher(product, token, name);
  expect(String(await sendEvent('sk_wrong', 'wrong key'))).toMatch(/401|Unauthorized/);
  const freeMemory = await fillPushMemory(product.url, pusher);
  const before = statuses.length;
  const sending = sendEvent(pusher.secret, 'again');
  await expect.poll(() => statuses.slice(before)).toContain(429);
  freeMemory();
  expect(await sending).toBeFalsy();
  expect(await pusher.rowsOf('tracks', 1)).toMatchObject([{ event: 'again' }]);
});
