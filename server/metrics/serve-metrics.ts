import type { FastifyInstance } from 'fastify';

import { Problem } from '#contract/errors.ts';
import { hashOf, isSameSecret } from '#server/hash.ts';
import type { Metrics } from './metrics.ts';

/** Serves the metrics to requests with the token; without a token in the settings the route does not exist. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (token === undefined) return;
  app.get('/metrics', async (request, reply) => {
    const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // Hashes have equal lengths, so the time does not tell that of the token.
    if (sent === undefined || !isSameSecret(hashOf(sent), hashOf(token))) throw new Problem('unauthenticated');
    const { type, text } = await metrics.collect();
    return reply.type(type).send(text);
  });
}
