import type { FastifyRequest } from 'fastify';

import { datasetByType } from '#engine/events/rows.ts';

/** Where rows are pushed to, and messages of Segment's API: one at a time, or in batches. */
export const rowsPath = '/api/ingest/:dataset';
export const messagePaths = Object.entries(datasetByType).map(([type, dataset]) => ({ path: `/v1/${type}`, dataset }));
export const batchPaths = ['/v1/batch', '/v1/import'];
export const scriptPath = '/s.js';

/** How Segment's browser client shortens them. */
const shortMessagePaths = messagePaths.map(({ path, dataset }) => ({ path: path.slice(0, '/v1/x'.length), dataset }));

/** With a slash at their end, as Segment's Java client writes it, and without. */
const withSlash = (path: string) => [path, `${path}/`];
export const servedMessagePaths = [...messagePaths, ...shortMessagePaths].flatMap(({ path, dataset }) =>
  withSlash(path).map((each) => ({ path: each, dataset })),
);
export const servedBatchPaths = [...batchPaths, '/v1/b'].flatMap(withSlash);
export const pushPaths = [rowsPath, ...servedMessagePaths.map(({ path }) => path), ...servedBatchPaths];

const openPaths = new Set<string | undefined>([...pushPaths, scriptPath]);

/** Whether a request found a route that any web page may call. */
export const isOpen = (request: FastifyRequest) => openPaths.has(request.routeOptions.url);

/** The headers of such routes: no cookie goes in or out, a write key is all that counts. */
export const openHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  // Or pages do not know when to send again.
  'access-control-expose-headers': 'retry-after',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export const preflightHeaders: Record<string, string> = {
  'access-control-allow-methods': 'POST',
  // Segment's browser client counts in `x-retry-count` how often it has tried.
  'access-control-allow-headers': 'authorization, content-type, content-encoding, idempotency-key, x-retry-count',
  'access-control-max-age': '86400',
};
