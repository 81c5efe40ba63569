import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, owner, signIn } from './accounts.ts';
import { expectPath, logRequests, readStorage, site, useBrowser } from './browser.ts';
import { memberScreens, settle, submit, waitForContent } from './screens.ts';

const { open, enter, ownerToken } = useBrowser();

/** Records the fetch requests of the page, with their headers. */
function logCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request);
  });
  return calls;
}
const pathOf = (request: Request) => new URL(request.url()).pathname;
const bearerOf = (request: Request) => request.headers()['authorization'];
const xsrfOf = (request: Request) => request.headers()['x-xsrf-token'];

test('S20 localStorage holds token and language under the prefix web', async () => {
  const page = await open('/auth/signin');
  await page.getByTestId('language').click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await submit(page, { identifier: owner.username, password: owner.password });
  await expectPath(page, '/dashboard');
  const { 'web.auth.user.token': token, ...rest } = await readStorage(page);
  expect(rest).toEqual({ 'web.language': 'en_US', 'web.language.title': 'English' });
  expect((await createClient(site).call('GET /me', {}, { token })).body.username).toBe(owner.username);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('S23 signing out clears the local storage, ends the session and leads to the sign-in page', async () => {
  const token = await signIn(site, owner);
  const page = await open('/account', { token, stored: { 'web.language': 'zh_CN', 'web.theme': 'dark', other: 'x' } });
  await page.getByTestId('user').getByText(owner.name, { exact: true }).waitFor();
  await page.getByTestId('user').click();
  await page.getByRole('menuitem', { name: '退出登录', exact: true }).click();
  await expectPath(page, '/auth/signin');
  expect(await readStorage(page)).toEqual({});
  const answer = await createClient(site).call('GET /me', {}, { token });
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/auth/signin');
});

test('S23 requests without a response are aborted by signing out', async () => {
  const page = await (await enter({ token: await signIn(site, owner) })).newPage();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isPending = (request: Request) => pathOf(request) === '/api/changelog/seen';
  await page.route('**/api/changelog/seen', async (route) => {
    await released;
    await route.continue();
  });
  const settled = Promise.race([
    page.waitForEvent('requestfailed', isPending).then(() => 'aborted'),
    page.waitForEvent('requestfinished', isPending).then(() => 'finished'),
  ]);
  // The session has ended on the server when the other request reaches it, and the page does not know it yet.
  await page.route('**/api/sessions/current', async (route) => {
    const response = await route.fetch();
    release();
    await settled;
    await route.fulfill({ response });
  });
  await page.goto(`${site}/dashboard`);
  await page.getByTestId('user').click();
  await page.getByRole('menuitem', { name: '退出登录', exact: true }).click();
  expect(await settled).toBe('aborted');
  await expectPath(page, '/auth/signin');
  await submit(page, { identifier: owner.username, password: owner.password });
  await expectPath(page, '/dashboard');
});

test('S23 signing out reaches the other tabs', async () => {
  const context = await enter({ token: await signIn(site, owner) });
  const [current, there] = [await context.newPage(), await context.newPage()];
  await current.goto(`${site}/dashboard`);
  await there.goto(`${site}/application`);
  await there.locator('h1').waitFor();
  await current.bringToFront();
  await current.getByTestId('user').click();
  await current.getByRole('menuitem', { name: '退出登录' }).click();
  await expectPath(there, '/auth/signin?returnUrl=%2Fapplication');
});

test('S30 every request but the translations has the prefix /api', async () => {
  const page = await (await enter({ token: await ownerToken() })).newPage();
  const calls = logCalls(page);
  for (const screen of memberScreens) {
    await page.goto(`${site}${screen}`);
    await waitForContent(page);
  }
  const paths = [...new Set(calls.map(pathOf))];
  expect(paths).toContain('/api/sessions');
  expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual(['/assets/i18n/zh_CN.json']);
});

test('S31 requests carry the token obtained at sign-in, the authentication calls carry none', async () => {
  const member = await createMember(site);
  const page = await (await enter()).newPage();
  const calls = logCalls(page);
  await page.goto(`${site}/account/security`);
  await submit(page, { identifier: member.username, password: member.password });
  await page.getByText('当前设备').waitFor();
  const { 'web.auth.user.token': token } = await readStorage(page);
  expect(token).not.toBe(member.token);
  const bySignIn = calls.findIndex((call) => pathOf(call) === '/api/auth/signin');
  expect(calls.slice(0, bySignIn + 1).map(bearerOf)).toEqual(calls.slice(0, bySignIn + 1).map(() => undefined));
  const after = calls.slice(bySignIn + 1);
  expect(after.map(pathOf)).toContain('/api/sessions');
  expect(new Set(after.map(bearerOf))).toEqual(new Set([`Bearer ${token}`]));

  calls.length = 0;
  await page.reload();
  await page.getByText('当前设备').waitFor();
  expect(calls.map(pathOf)).toEqual(expect.arrayContaining(['/api/me', '/assets/i18n/zh_CN.json']));
  expect(new Set(calls.map(bearerOf))).toEqual(new Set([`Bearer ${token}`]));
});

test('S32 writing requests carry the anti-forgery cookie as a header, reading ones do not', async () => {
  const page = await (await enter()).newPage();
  const calls = logCalls(page);
  await page.goto(`${site}/auth/signin`);
  await submit(page, { identifier: owner.username, password: owner.password });
  await expectPath(page, '/dashboard');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')!;
  expect(cookie.httpOnly).toBe(false);
  const reads = calls.filter((call) => call.method() === 'GET');
  const writes = calls.filter((call) => call.method() !== 'GET');
  expect(reads.map(xsrfOf).filter(Boolean)).toEqual([]);
  expect(writes.map(pathOf)).toEqual(['/api/auth/signin']);
  expect(writes.map(xsrfOf)).toEqual([cookie.value]);
});

test('S32 a writing request of the browser without the header is refused', async () => {
  const page = await open('/dashboard', { token: await ownerToken(), expectsNoise: true });
  await page.locator('h1').waitFor();
  const answer = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('web.auth.user.token')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch('/api/me', { method: 'PATCH', headers, body: '{"name":"x"}' });
    return { status: response.status, code: (await response.json()).code };
  });
  expect(answer).toEqual({ status: 403, code: 'xsrf_refused' });
});

test('S42 the pages are the production build, and the API is below /api', async () => {
  const page = await (await enter()).newPage();
  const paths = logRequests(page);
  await page.goto(`${site}/auth/signin`);
  await settle(page);
  expect(paths.filter((path) => /@vite|@react-refresh|\.tsx?\b|node_modules|\.map$/.test(path))).toEqual([]);
  expect(paths).toContain('/api/installation');
  const scripts = paths.filter((path) => path.endsWith('.js') && path !== '/assets/early.js');
  expect(scripts.filter((path) => !/^\/static\/[\w.-]+-[\w-]{8}\.js$/.test(path))).toEqual([]);
  const texts = await Promise.all(scripts.map(async (path) => (await fetch(`${site}${path}`)).text()));
  expect(texts.join('')).toContain('Minified React error');
  expect(texts.join('')).not.toMatch(/jsxDEV|react-dom-client\.development/);
});

/** A dashboard of a few days. */
async function createDaysDashboard() {
  const token = await ownerToken();
  const client = createClient(site);
  const { id: dataset } = await loadFile(client, token, 'days.csv', 'day,amount\n2026-01-01,1\n2026-01-02,2\n');
  const { body: dashboard } = await client.call('POST /dashboards/automatic', { dataset }, { token });
  return { token, dataset, dashboard };
}

// A chunk for every module would be a hundred requests.
test('a dashboard and the list of dashboards take at most 25 requests', async () => {
  const { token, dashboard } = await createDaysDashboard();
  for (const path of ['/dashboard', `/dashboard/${dashboard.id}`]) {
    const page = await (await enter({ token })).newPage();
    const paths = logRequests(page);
    await page.goto(`${site}${path}`);
    await page
      .locator(path === '/dashboard' ? 'h1' : 'article [data-drawn]')
      .first()
      .waitFor();
    await settle(page);
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(25);
  }
});

test('a dashboard is requested and run while the scripts of its page are still loading, and only once', async () => {
  const { token, dataset, dashboard } = await createDaysDashboard();
  const page = await (await enter({ token })).newPage();
  const calls = logCalls(page);
  // Never answered: changes of the setup that arrive late would reload the page.
  await page.route('**/api/live?*', () => {});
  let loadScripts: () => void;
  const isHeld = new Promise<void>((resolve) => (loadScripts = resolve));
  await page.route(/\/static\/.*\.js$/, async (route) => {
    await isHeld;
    await route.continue();
  });
  const response = page.waitForResponse((each) => each.url().endsWith(`/${dashboard.id}/run`));
  await page.goto(`${site}/dashboard/${dashboard.id}`, { waitUntil: 'commit' });
  expect((await response).status()).toBe(200);
  const earlyPaths = ['/api/me', `/api/dashboards/${dashboard.id}`, `/api/datasets/${dataset}`];
  await expect.poll(() => calls.map(pathOf)).toEqual(expect.arrayContaining(earlyPaths));
  loadScripts!();
  await page.locator('article [data-drawn]').first().waitFor();
  for (const path of [...earlyPaths, `/api/dashboards/${dashboard.id}/run`])
    expect([path, calls.filter((call) => pathOf(call) === path).length]).toEqual([path, 1]);
});

test('the early run of a dashboard has the state, tab and zone of its address', async () => {
  const { token, dashboard } = await createDaysDashboard();
  const page = await (await enter({ token })).newPage();
  const calls = logCalls(page);
  await page.goto(`${site}/dashboard/${dashboard.id}?time=all&zone=Asia/Tokyo`);
  await page.locator('article [data-drawn]').first().waitFor();
  const runs = calls.filter((call) => pathOf(call).endsWith('/run'));
  expect(runs.map((run) => run.postDataJSON())).toMatchObject([
    { state: { time: { span: null } }, zone: 'Asia/Tokyo' },
  ]);
});
