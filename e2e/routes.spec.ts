import { expect, test } from 'vitest';

import { owner } from './accounts.ts';
import { expectPath, logRequests, site, useBrowser } from './browser.ts';
import { expectHeading, settle, submit } from './screens.ts';

const { open, enter, ownerToken } = useBrowser();

const guarded = [
  { id: 'S3', path: '/index', firstYear: '2018', area: 'home', heading: `${owner.name}，您好` },
  { id: 'S4', path: '/changelog', firstYear: '2018', area: 'ChangelogArea', heading: '更新日志' },
  { id: 'S5', path: '/dashboard', firstYear: '2019', area: 'list', heading: '控制台' },
  { id: 'S6', path: '/account', firstYear: '2019', area: 'account', heading: '个人资料' },
  { id: 'S7', path: '/application', firstYear: '2019', area: 'application', heading: '应用' },
];
const areas = [...guarded.map(({ area }) => area), 'signIn', 'AboutPage', 'help'];
// The chunk of an area has a hash of 8 characters; what it shares with others has a longer name.
const areasIn = (paths: string[]) =>
  areas.filter((area) => paths.some((path) => new RegExp(`/${area}-[\\w-]{8}\\.js$`).test(path)));

test('S1 the empty path leads to /auth and keeps its query', async () => {
  const page = await open('/?returnUrl=%2Fdashboard');
  await expectPath(page, '/auth/signin?returnUrl=%2Fdashboard');
  await page.goto(`${site}/?a=1&b=%20x`);
  await expectPath(page, '/auth/signin?a=1&b=%20x');
});

test('S1 only the empty path redirects to sign-in: another unknown path does not', async () => {
  const page = await open('/x', { expectsNoise: true });
  await expectHeading(page, '找不到页面');
  await expectPath(page, '/x');
});

test('S2 /auth is a centred card of at most 490 pixels, open to everyone', async () => {
  const page = await open('/auth');
  await expectPath(page, '/auth/signin');
  const box = (await page.getByTestId('auth-card').boundingBox())!;
  expect(box.width).toBe(490);
  expect(Math.abs(box.x + box.width / 2 - 1280 / 2)).toBeLessThanOrEqual(1);
  expect(Math.abs(box.y + box.height / 2 - 800 / 2)).toBeLessThanOrEqual(2);
  await page.setViewportSize({ width: 360, height: 740 });
  const narrow = (await page.getByTestId('auth-card').boundingBox())!;
  expect(narrow.width).toBeLessThanOrEqual(360);
  expect(narrow.x).toBeGreaterThanOrEqual(0);
});

test('S2 the sign-in area is loaded on demand, without the other areas', async () => {
  const page = await (await enter()).newPage();
  const paths = logRequests(page);
  await page.goto(`${site}/about`);
  await settle(page);
  expect(areasIn(paths)).toEqual(['AboutPage']);
  paths.length = 0;
  await page.goto(`${site}/auth/signin`);
  await settle(page);
  expect(areasIn(paths)).toEqual(['signIn']);
  expect(paths.filter((path) => /\/frame-/.test(path))).toEqual([]);
});

for (const { id, path, firstYear, area, heading } of guarded) {
  test(`${id} ${path} has its layout, is guarded and loaded on demand`, async () => {
    const page = await (await enter({ token: await ownerToken() })).newPage();
    const paths = logRequests(page);
    await page.goto(`${site}${path}`);
    await expectHeading(page, heading);
    expect(await page.getByTestId('copyright').textContent()).toContain(`${firstYear}–`);
    expect(await page.getByTestId('bell').count()).toBe(1);
    await settle(page);
    expect(areasIn(paths)).toEqual([area]);

    const stranger = await open(path);
    await expectPath(stranger, `/auth/signin?returnUrl=${encodeURIComponent(path)}`);
  });
}

for (const path of ['/about', '/help']) {
  test(`S11 ${path} is open to everyone, in the default layout`, async () => {
    const page = await open(path);
    await page.locator('h1').waitFor();
    await expectPath(page, path);
    expect(await page.getByTestId('copyright').textContent()).toContain('2018–');
    expect(await page.locator('header nav a').count()).toBe(4);
  });
}

test('S21 without a token a guarded route leads to / with the whole attempted address, and loads nothing', async () => {
  for (const token of ['', undefined]) {
    const context = await enter({ stored: token === '' ? { 'web.auth.user.token': '' } : {} });
    const page = await context.newPage();
    const paths = logRequests(page);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.goto(`${site}/dashboard/x?tab=1&r=%2F#part`);
    await page.locator('h1').waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe('/auth/signin');
    expect(searchParams.get('returnUrl')).toBe('/dashboard/x?tab=1&r=%2F#part');
    expect(visited).toContain('/');
    expect(areasIn(paths)).toEqual(['signIn']);
    expect(paths.filter((path) => /\/frame-|\/api\/me/.test(path))).toEqual([]);
    expect(await page.getByTestId('user').count()).toBe(0);
    await context.close();
  }
});

test('S21 a guarded route reached inside the page is guarded too', async () => {
  const page = await open('/about');
  await page.locator('header nav a[href="/index"]').click();
  await expectPath(page, '/auth/signin?returnUrl=%2Findex');
  await page.goBack();
  await expectPath(page, '/about');
});

test('S22 signing in continues to the requested path', async () => {
  const page = await open('/account/security?x=1#y');
  await submit(page, { identifier: owner.username, password: owner.password });
  await expectPath(page, '/account/security?x=1#y');
});

test('S22 a returnUrl that would leave the site, or is empty, leads to the dashboard', async () => {
  // Signing out by emptying the storage can fail requests of the dashboard that are on their way.
  const page = await open('/auth/signin', { expectsNoise: true });
  for (const evil of ['', '//evil.example', '/\\evil', 'javascript:alert(1)', '/\t/evil.example']) {
    await page.goto(`${site}/auth/signin?returnUrl=${encodeURIComponent(evil)}`);
    await submit(page, { identifier: owner.username, password: owner.password });
    await expectPath(page, '/dashboard');
    await page.evaluate(() => localStorage.clear());
  }
});

test('S22 a signed-in member who opens / or /auth is redirected in the same way', async () => {
  const token = await ownerToken();
  const page = await open('/', { token });
  await expectPath(page, '/dashboard');
  await page.goto(`${site}/auth?returnUrl=%2Fapplication`);
  await expectPath(page, '/application');
  await page.goto(`${site}/auth/signin?returnUrl=%2F%2Fevil.example`);
  await expectPath(page, '/dashboard');
});
