import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

import { owner, signIn } from './accounts.ts';

const sites = inject('urls');
/** Where the shared product is: files that run at the same time have one each. */
export const site = sites[(Number(process.env['VITEST_POOL_ID']) - 1) % sites.length]!;

export type Visit = {
  /** Whose token the browser holds; nobody's by default. */
  token?: string | undefined;
  /** The language of the browser, not the one chosen in the product. */
  locale?: string;
  /** What the product has stored here before, by its full key. */
  stored?: Record<string, string>;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** Most stories are told without motion, which only makes them longer. */
  motion?: 'reduce' | 'no-preference';
  permissions?: string[];
  /** Another installation than the shared one. */
  at?: string;
  /** For stories in which the network or the page fails on purpose. */
  expectsNoise?: boolean;
};

export type Visitor = {
  /** Opens a page in a browser of its own. */
  open: (path: string, visit?: Visit) => Promise<Page>;
  /** A browser without a page yet. */
  enter: (visit?: Visit) => Promise<BrowserContext>;
  ownerToken: () => Promise<string>;
};

/** One Chromium for a file of stories; each story has its own contexts, and none of them may make a noise. */
export function useBrowser(always: Pick<Visit, 'motion'> = {}): Visitor {
  let browser: Browser;
  let token: Promise<string> | undefined;
  let noise: string[] = [];
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(noise.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  async function enter(visit: Visit = {}): Promise<BrowserContext> {
    const context = await browser.newContext(optionsOf({ ...always, ...visit }));
    context.setDefaultTimeout(240_000);
    contexts.push(context);
    await fillStorage(context, visit);
    if (!visit.expectsNoise) listen(context, visit.at ?? site, (line) => noise.push(line));
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
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || findOnPath('chromium'),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...args,
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  });
}

function findOnPath(program: string): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
  if (!found) throw new Error(`The browser tests need ${program} on the PATH, or CHROMIUM_PATH.`);
  return found;
}

function optionsOf(visit: Visit): BrowserContextOptions {
  const { width = 1280, height = 800, theme = 'light', locale = 'zh-CN', motion = 'reduce', permissions = [] } = visit;
  return { locale, colorScheme: theme, viewport: { width, height }, reducedMotion: motion, permissions };
}

/** Has the first page of a context find what was stored before. The library's own way opens a page only for that. */
async function fillStorage(context: BrowserContext, { at = site, token, stored = {} }: Visit): Promise<void> {
  const values = { ...(token && { 'web.auth.user.token': token }), ...stored };
  if (Object.keys(values).length === 0) return;
  const filling = await context.addInitScript(
    ([origin, given]) => {
      if (location.origin === origin) Object.assign(localStorage, given);
    },
    [at, values] as const,
  );
  // Once only: what the page forgets later stays forgotten.
  context.once('page', (page) => {
    const stop = (frame: Frame) => {
      if (!frame.url().startsWith(at)) return;
      page.off('framenavigated', stop);
      // The context may be closed already.
      filling.dispose().catch(() => {});
    };
    page.on('framenavigated', stop);
  });
}

/** Hears errors, warnings, dialogs and requests to other sites. */
function listen(context: BrowserContext, origin: string, hear: (line: string) => void): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) hear(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (event) => hear(`thrown: ${event.error().message}`));
  context.on('dialog', (dialog) => {
    hear(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) hear(`outside: ${request.url()}`);
  });
}

/** The addresses a page asks for, in order; only those below the site, without their origin. */
export function logRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(request.url().replace(/^https?:\/\/[^/]+/, '')));
  return paths;
}

/** Waits until the address is this path, query and all. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toBe(path);
}

/** What the browser keeps for the page. */
export function readStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
}
