import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { apiPrefix, pageAreas } from '#contract/shell.ts';
import { Problem } from '#contract/errors.ts';
import { root } from '#server/root.ts';
import type { AppServices } from './services.ts';
import { serveFiles } from './static-files.ts';
import { sharePageOf, tokenIn } from './share-page.ts';
import type { Xsrf } from './xsrf.ts';

const pagesFolder = path.join(root, 'dist/web');
const isArea = (url: string) =>
  /^\/(?:\?|$)/.test(url) || pageAreas.some((area) => new RegExp(`^/${area}(?:[/?]|$)`).test(url));

/** The page of one dashboard preloads its files. */
const isDashboard = (url: string) => /^\/dashboard\/[\w-]{36}(?:\?|$)/.test(url);

/** Serves the built pages: hashed files with a cache time of a year, the HTML page uncached. */
export function servePages(app: FastifyInstance, services: AppServices, xsrf: Xsrf): void {
  const [page, dashboard] = ['index.html', 'dashboard.html'].map((name) => readFileSync(path.join(pagesFolder, name)));
  serveFiles(app, {
    folder: pagesFolder,
    isServed: (name) => !name.endsWith('.html'),
    cacheControlOf: (name) =>
      path.dirname(name).endsWith('static') ? 'public, max-age=31536000, immutable' : cacheControlFor(name),
  });
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw new Problem('not_found');
    const token = tokenIn(request.url);
    return token === undefined ? sendPage(request, reply) : sendShare(request, reply, token);
  });

  const withHtmlHeaders = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    xsrf.setCookie(request, reply);
    return withHtmlHeaders(reply)
      .code(isArea(request.url) ? 200 : 404)
      .send(isDashboard(request.url) ? dashboard : page);
  }

  async function sendShare(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    return withHtmlHeaders(reply).send(await sharePageOf(services, page!.toString(), { request, reply, token }));
  }
}

// Other sites load the script on every visit, and browsers request the icon at every navigation.
const isCachedAnHour = (name: string) => name.startsWith('s.js') || name.startsWith('mark.svg');
const cacheControlFor = (file: string) => (isCachedAnHour(path.basename(file)) ? 'public, max-age=3600' : 'no-cache');

function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || request.url.startsWith(`${apiPrefix}/`)) return false;
  return isArea(request.url) || (request.headers.accept ?? '').includes('text/html');
}
