import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

const patience = 10_000;

/**
 * Closes the door and finishes what is inside. Fastify waits for the first address that it listens on,
 * and `localhost` is two; a client that never finishes its request is given up on after a while.
 */
export function drain(app: FastifyInstance): () => Promise<void> {
  const answering = new Set<ServerResponse>();
  app.addHook('onRequest', async (_, { raw }) => {
    answering.add(raw);
    raw.once('close', () => answering.delete(raw));
  });
  return async () => {
    const giveUp = setTimeout(() => app.server.closeAllConnections(), patience);
    await app.close();
    clearTimeout(giveUp);
    await Promise.race([
      Promise.all([...answering].map((raw) => once(raw, 'close'))),
      new Promise((resolve) => setTimeout(resolve, patience).unref()),
    ]);
  };
}
