import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';

import { owner, signIn } from './accounts.ts';
import { chromiumOptions } from './chromium.ts';

const sites = inject('urls');
/** URL of the shared product of this worker. */
export const site = sites[(Number(process.env['VITEST_POOL_ID']) - 1) % sites.length]!;

export type Visit = {
  /** The token in the browser's storage; signed out by default. */
  token?: string | undefined;
  /** The language of the browser, not the one selected in the product. */
  locale?: string;
  /** Initial local storage, by full key. */
  stored?: Record<string, string>;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** Motion is reduced by default, because it only slows the tests down. */
  motion?: 'reduce' | 'no-preference';
  permissions?: string[];
  /** Another installation than the shared one. */
  at?: string;
  /** For tests in which the network or the page fails on purpose. */
  expectsNoise?: boolean;
};

export type Visitor = {
  /** Opens a page in a new browser context. */
  open: (path: string, visit?: Visit) => Promise<Page>;
  /** A new browser context without a page. */
  enter: (visit?: Visit) => Promise<BrowserContext>;
  ownerToken: () => Promise<string>;
};

// One Chromium per worker, which runs many spec files; it ends with its worker.
let sharedBrowser: Promise<Browser> | undefined;

/** Each test has its own browser contexts, and console errors fail it. */
export function useBrowser(defaults: Pick<Visit, 'motion'> = {}): Visitor {
  let browser: Browser;
  let token: Promise<string> | undefined;
  let noise: string[] = [];
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await (sharedBrowser ??= launch());
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(noise.splice(0)).toEqual([]);
  });

  async function enter(visit: Visit = {}): Promise<BrowserContext> {
    const context = await browser.newContext(optionsOf({ ...defaults, ...visit }));
    context.setDefaultTimeout(240_000);
    contexts.push(context);
    if (maxDelayMs > 0) await delayRequests(context);
    await fillStorage(context, visit);
    if (!visit.expectsNoise) watchNoise(context, visit.at ?? site, (line) => noise.push(line));
    return context;
  }

  async function open(path: string, visit: Visit = {}): Promise<Page> {
    const page = await (await enter(visit)).newPage();
    await page.goto(`${visit.at ?? site}${path}`);
    return page;
  }

  return { open, enter, ownerToken: () => (token ??= signIn(site, owner)) };
}

export function launch(args: string[] = []): Promise<Browser> {
  const options = chromiumOptions(args);
  if (!options.executablePath) throw new Error('The browser tests need Chromium on the PATH, or CHROMIUM_PATH.');
  return chromium.launch(options);
}

function optionsOf(visit: Visit): BrowserContextOptions {
  const { width = 1280, height = 800, theme = 'light', locale = 'zh-CN', motion = 'reduce', permissions = [] } = visit;
  return { locale, colorScheme: theme, viewport: { width, height }, reducedMotion: motion, permissions };
}

/** Finds tests, and pages, that depend on the speed of answers: `TEST_DELAY_MS=500 npm run e2e`. */
const maxDelayMs = Number(process.env['TEST_DELAY_MS'] ?? 0);

function delayRequests(context: BrowserContext): Promise<unknown> {
  return context.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) await sleep(Math.random() * maxDelayMs);
    // The page may be closed by now.
    await route.continue().catch(() => {});
  });
}

/** Fills the local storage before the first page loads. Playwright's storageState would open an extra page for it. */
async function fillStorage(context: BrowserContext, { at = site, token, stored = {} }: Visit): Promise<void> {
  const values = { ...(token && { 'web.auth.user.token': token }), ...stored };
  if (Object.keys(values).length === 0) return;
  const initScript = await context.addInitScript(
    ([origin, entries]) => {
      if (location.origin === origin) Object.assign(localStorage, entries);
    },
    [at, values] as const,
  );
  // Only once, so that values removed by the page stay removed.
  context.once('page', (page) => {
    const stop = (frame: Frame) => {
      if (!frame.url().startsWith(at)) return;
      page.off('framenavigated', stop);
      // The context may be closed already.
      initScript.dispose().catch(() => {});
    };
    page.on('framenavigated', stop);
  });
}

/** Reports console errors and warnings, exceptions, dialogs and requests to other sites. */
function watchNoise(context: BrowserContext, origin: string, report: (line: string) => void): void {
  context.on('console', (message) => {
    const { url } = message.location();
    if (['error', 'warning'].includes(message.type())) report(`${message.type()}: ${message.text()} (${url})`);
  });
  context.on('weberror', (event) => report(`thrown: ${event.error().message}`));
  context.on('dialog', (dialog) => {
    report(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) report(`outside: ${request.url()}`);
  });
}

/** Records the paths that a page requests, in order, without the origin. */
export function logRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(request.url().replace(/^https?:\/\/[^/]+/, '')));
  return paths;
}

/** Waits until the URL has this path and query. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toBe(path);
}

/** The local storage of the page. */
export function readStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
}
