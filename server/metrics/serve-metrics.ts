import type { FastifyInstance } from 'fastify';
import { timingSafeEqual } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { hashOf } from '#server/hash.ts';
import type { Metrics } from './metrics.ts';

// Compares hashes, because only buffers of equal length can be compared in constant time.
const isEqual = (a: string, b: string) => timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));

/** Serves the metrics to requests with the token; without a token in the settings the route does not exist. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (token === undefined) return;
  app.get('/metrics', async (request, reply) => {
    const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (sent === undefined || !isEqual(sent, token)) throw new Problem('unauthenticated');
    const { type, text } = await metrics.collect();
    return reply.type(type).send(text);
  });
}
