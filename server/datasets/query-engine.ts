import type { EngineAnswer, EngineQuery, EngineSource } from '#engine/engine.ts';
import { queueFor } from '#server/queue/connection-queues.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import type { DatasetContext } from './services.ts';

const timeout = { seconds: 30 };

/** Runs a query on the engine through the queue; refusals become Problems. */
export async function queryEngine(
  ctx: DatasetContext,
  query: EngineQuery<EngineSource>,
  cancelSignal?: AbortSignal,
): Promise<EngineAnswer> {
  try {
    return await queueFor(ctx, query.sources).run({ ...queueShareOf(ctx), signal: cancelSignal }, (signal) =>
      ctx.engine.query(query, { ...timeout, signal }),
    );
  } catch (cause) {
    throw engineProblemOf(cause, timeout.seconds);
  }
}
