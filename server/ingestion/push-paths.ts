import type { FastifyRequest } from 'fastify';

import { datasetByType } from '#engine/events/push-body.ts';

/** Paths for pushing rows, and messages of Segment's API one at a time or in batches. */
export const rowsPath = '/api/ingest/:dataset';
export const messagePaths = Object.entries(datasetByType).map(([type, dataset]) => ({ path: `/v1/${type}`, dataset }));
export const batchPaths = ['/v1/batch', '/v1/import'];
const scriptPath = '/s.js';

/** The short paths of Segment's browser client. */
const shortMessagePaths = messagePaths.map(({ path, dataset }) => ({ path: path.slice(0, '/v1/x'.length), dataset }));

/** With a trailing slash, as Segment's Java client sends it, and without. */
const withSlash = (path: string) => [path, `${path}/`];
export const servedMessagePaths = [...messagePaths, ...shortMessagePaths].flatMap(({ path, dataset }) =>
  withSlash(path).map((each) => ({ path: each, dataset })),
);
export const servedBatchPaths = [...batchPaths, '/v1/b'].flatMap(withSlash);
export const pushPaths = [rowsPath, ...servedMessagePaths.map(({ path }) => path), ...servedBatchPaths];

const publicPaths = new Set<string | undefined>([...pushPaths, scriptPath]);

/** Whether a request matched a route that any origin may call. */
export const isPublicRoute = (request: FastifyRequest) => publicPaths.has(request.routeOptions.url);

/** CORS headers of those routes: no cookies, only a write key authenticates. */
export const publicHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  // Pages need it to schedule a retry.
  'access-control-expose-headers': 'retry-after',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export const preflightHeaders: Record<string, string> = {
  'access-control-allow-methods': 'POST',
  // Segment's browser client sends its retry count in `x-retry-count`.
  'access-control-allow-headers': 'authorization, content-type, content-encoding, idempotency-key, x-retry-count',
  'access-control-max-age': '86400',
};
