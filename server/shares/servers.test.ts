import { afterAll, beforeAll, expect, test } from 'vitest';

import { dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import { createMember, createOwner } from '#server/testing/product.ts';
import { openServers, type TestServers } from '#server/testing/servers.ts';
import { hearShare, makeShare, openShare } from '#server/testing/shares.ts';

let servers: TestServers;
let token: string;
beforeAll(async () => {
  servers = await openServers();
  token = (await createOwner(servers.one)).token;
});
afterAll(() => servers.close());

test('a link that is revoked on one server is closed for everyone who looks on another', async () => {
  const { one, two } = servers;
  const { id } = await makeDashboard(one, token, dashboardOf('Sales'));
  const made = await makeShare(one, token, { id });
  const { pass } = (await openShare(two, made)).body;
  const pages = await Promise.all([one, two, two].map((server) => hearShare(server, pass)));
  await one.call('DELETE /dashboards/:id/shares/:share', { id, share: made.id }, { token });
  await Promise.all(pages.map(({ ended }) => ended));
  expect(pages.map(({ heard }) => heard)).toEqual(pages.map(() => [{ kind: 'closed' }]));
  expect((await two.call('POST /shares/read', { pass })).body.code).toBe('share_gone');
  expect((await openShare(two, made)).body.code).toBe('share_gone');
});

test('a link is closed on every server when whoever made it may not see the dashboard any more', async () => {
  const { one, two } = servers;
  const { id } = await makeDashboard(one, token, dashboardOf('Sales'));
  const bo = await createMember(one, token, 'editor');
  const made = await makeShare(one, bo.token, { id });
  const page = await hearShare(two, (await openShare(two, made)).body.pass);
  await one.call('PUT /dashboards/:id/access', { id, everyone: null, members: [] }, { token });
  await page.ended;
  expect(page.heard).toEqual([{ kind: 'closed' }]);
});
