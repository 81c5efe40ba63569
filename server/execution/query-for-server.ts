import type { EngineSource, LimitedQuery } from '#engine/engine.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { queueFor } from '#server/queue/connection-queues.ts';
import { runOnEngine } from '#server/queue/run-on-engine.ts';

/** The task that asks, which has a share of the slots like a person. */
type ServerTask = { task: string; seconds: number; signal: AbortSignal };

/** Runs a compiled query of the server itself, past the caches of plans and answers; returns its values by column. */
export async function queryForServer(
  ctx: DatasetServices,
  query: LimitedQuery<EngineSource>,
  { task, seconds, signal }: ServerTask,
): Promise<unknown[][]> {
  const turn = { person: task, kind: 'long' as const, seconds, signal };
  const { values } = await runOnEngine(queueFor(ctx, query.sources), turn, (limits) =>
    ctx.engine.answer(query, limits),
  );
  return values.map((column) => JSON.parse(column) as unknown[]);
}
