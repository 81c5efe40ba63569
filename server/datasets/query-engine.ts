import type { EngineAnswer, EngineQuery, EngineSource } from '#engine/engine.ts';
import { queueFor } from '#server/queue/connection-queues.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { runOnEngine } from '#server/queue/run-on-engine.ts';
import type { DatasetContext } from './services.ts';

/** Runs a query on the engine, in the share of the caller. */
export const queryEngine = (
  ctx: DatasetContext,
  query: EngineQuery<EngineSource>,
  { seconds = 30, signal }: { seconds?: number; signal?: AbortSignal | undefined } = {},
): Promise<EngineAnswer> =>
  runOnEngine(queueFor(ctx, query.sources), { ...queueShareOf(ctx), seconds, signal }, (limits) =>
    ctx.engine.query(query, limits),
  );
