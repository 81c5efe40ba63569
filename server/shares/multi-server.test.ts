import { afterAll, beforeAll, expect, test } from 'vitest';

import { dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { createMember, createOwner } from '#server/testing/product.ts';
import { openTestServers, type TestServers } from '#server/testing/servers.ts';
import { openShareStream, createShare, openShare } from '#server/testing/shares.ts';

let servers: TestServers;
let token: string;
beforeAll(async () => {
  servers = await openTestServers();
  token = (await createOwner(servers.one)).token;
});
afterAll(() => servers.close());

test('a link revoked on one server is closed for viewers on another', async () => {
  const { one, two } = servers;
  const { id } = await createDashboard(one, token, dashboardOf('Sales'));
  const share = await createShare(one, token, { id });
  const { pass } = (await openShare(two, share)).body;
  const pages = await Promise.all([one, two, two].map((server) => openShareStream(server, pass)));
  await one.call('DELETE /dashboards/:id/shares/:share', { id, share: share.id }, { token });
  await Promise.all(pages.map(({ ended }) => ended));
  expect(pages.map(({ heard: events }) => events)).toEqual(pages.map(() => [{ kind: 'closed' }]));
  expect((await two.call('POST /shares/read', { pass })).body.code).toBe('share_gone');
  expect((await openShare(two, share)).body.code).toBe('share_gone');
});

test('a link is closed on every server when its creator loses access to the dashboard', async () => {
  const { one, two } = servers;
  const { id } = await createDashboard(one, token, dashboardOf('Sales'));
  const bo = await createMember(one, token, 'editor');
  const share = await createShare(one, bo.token, { id });
  const page = await openShareStream(two, (await openShare(two, share)).body.pass);
  await one.call('PUT /dashboards/:id/access', { id, everyone: null, members: [] }, { token });
  await page.ended;
  expect(page.heard).toEqual([{ kind: 'closed' }]);
});
