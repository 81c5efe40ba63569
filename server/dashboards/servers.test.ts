import { afterAll, beforeAll, expect, test } from 'vitest';

import type { LiveChange } from '#contract/live/changes.ts';
import { dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { createOwner, type TestProduct } from '#server/testing/product.ts';
import { openTestServers, type TestServers } from '#server/testing/servers.ts';

let servers: TestServers;
let one: TestProduct;
let two: TestProduct;
let token: string;

beforeAll(async () => {
  servers = await openTestServers();
  ({ one, two } = servers);
  token = (await createOwner(one)).token;
});
afterAll(() => servers.close());

test('a viewer on one server is notified of dashboards published, trashed and deleted on another', async () => {
  const response = await fetch(`${two.url}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const receive = async () => JSON.parse((await reader.read()).value!.replace('data: ', '')) as LiveChange;
  const { id } = await createDashboard(one, token, dashboardOf('Sales'));
  expect(await receive()).toEqual({ kind: 'dashboard', id, version: 1 });
  await one.call('PUT /dashboards/:id', { id, base: 1, dashboard: dashboardOf('Sales now') }, { token });
  expect(await receive()).toEqual({ kind: 'dashboard', id, version: 2 });
  await one.call('DELETE /dashboards/:id', { id }, { token });
  expect(await receive()).toEqual({ kind: 'dashboard', id, version: 2 });
  await one.call('DELETE /dashboards/:id/trash', { id }, { token });
  expect(await receive()).toEqual({ kind: 'dashboard', id, version: 2 });
  await reader.cancel();
});

test('only one of two concurrent publishes on two servers succeeds', async () => {
  const { id } = await createDashboard(one, token, dashboardOf('Sales'));
  const answers = await Promise.all(
    [one, two].map((server, n) =>
      server.call('PUT /dashboards/:id', { id, base: 1, dashboard: dashboardOf(`Sales ${n}`) }, { token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'newer_version')).toHaveLength(1);
});
