import { build } from 'esbuild';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';

import { openPage } from './browser.ts';
import { type Measurement, medianOf } from './measurement.ts';

const rounds = 7;

type PageTimes = { first: number; all: number };
type PageVisit = { fresh: PageTimes; repeat: PageTimes };
type DashboardAddress = { url: string; token: string };

/**
 * Seconds from the address to the first chart and to all cards, in a fresh browser and on a second visit. A blank page
 * with React and one line is measured in turn: the floor on this machine.
 */
export async function measureFirstChart(browser: Browser, { url, token }: DashboardAddress): Promise<Measurement[]> {
  const floor = await serveFloor();
  const visits: Record<'floor' | 'dashboard', PageVisit[]> = { floor: [], dashboard: [] };
  for (let round = 0; round < rounds; round++) {
    visits.floor.push(await visit(browser, floor.url, token));
    visits.dashboard.push(await visit(browser, url, token));
  }
  await floor.close();
  const median = (of: PageVisit[], timeOf: (each: PageVisit) => number) => medianOf(of.map(timeOf)) / 1000;
  const [floorFirst, floorRepeat] = [
    median(visits.floor, ({ fresh }) => fresh.first),
    median(visits.floor, ({ repeat }) => repeat.first),
  ];
  console.log(`a blank page with one line: ${floorFirst.toFixed(2)} s, second visit ${floorRepeat.toFixed(2)} s`);
  const measured = (name: string, timeOf: (each: PageVisit) => number, atMost: number): Measurement => ({
    name,
    value: median(visits.dashboard, timeOf),
    unit: 's',
    atMost,
  });
  return [
    measured('the first chart in a fresh browser, 5 million rows', ({ fresh }) => fresh.first, 1),
    measured('all visible cards in a fresh browser', ({ fresh }) => fresh.all, 1.6),
    measured('the first chart on a second visit', ({ repeat }) => repeat.first, 0.6),
  ];
}

async function visit(browser: Browser, url: string, token: string): Promise<PageVisit> {
  const page = await openPage(browser, new URL(url).origin, token);
  await page.addInitScript(recordTimes);
  const fresh = await timesOf(page, url);
  await page.goto('about:blank');
  const repeat = await timesOf(page, url);
  await page.context().close();
  return { fresh, repeat };
}

async function timesOf(page: Page, url: string): Promise<PageTimes> {
  await page.goto(url, { waitUntil: 'commit' });
  const times = await page.waitForFunction(() => {
    const { first, all } = (window as unknown as { times?: Partial<PageTimes> }).times ?? {};
    return first && all ? { first, all } : null;
  });
  return (await times.jsonValue())!;
}

/** Runs in the page: records when the first chart and when all visible cards are drawn. */
function recordTimes(): void {
  const times: Partial<PageTimes> = {};
  Object.assign(window, { times });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('article[aria-busy=false] [data-drawn]')) return;
    times.first ??= performance.now();
    if (document.querySelector('article[aria-busy=true], article [data-due]')) return;
    times.all = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, attributeFilter: ['aria-busy', 'data-drawn', 'data-due'] });
}

/** Like the pages of the product: because of this isolation, a browser that navigates to them starts another process. */
const pageHeaders = { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' };

/** Serves the blank page. */
async function serveFloor() {
  const { outputFiles } = await build({
    entryPoints: ['bench/floor-page.tsx'],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const script = brotliCompressSync(outputFiles[0]!.contents);
  const numbers = Array.from({ length: 180 }, (_, day) => day);
  const data = JSON.stringify({ days: numbers.map((day) => `day ${day}`), amounts: numbers.map((day) => day % 7) });
  const page =
    '<!doctype html><title>Floor</title><script type="module" src="/floor.js"></script><body><div id="root"></div>';
  const server = createServer((request, response) => {
    if (request.url === '/floor.js') {
      const cacheControl = 'public, max-age=31536000, immutable';
      response.writeHead(200, {
        'content-type': 'text/javascript',
        'content-encoding': 'br',
        'cache-control': cacheControl,
      });
      response.end(script);
    } else if (request.url === '/data.json') response.end(data);
    else response.writeHead(200, pageHeaders).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/`, close };
}
