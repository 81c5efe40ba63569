import { engineProblemOf } from './engine-problem.ts';
import type { Queue, QueueTurn } from './queue.ts';

type EngineLimits = { seconds: number; signal: AbortSignal };

/** Runs work of an engine, within a time limit, in a slot of the queue; what the engine refuses becomes a Problem. */
export async function runOnEngine<T>(
  queue: Queue,
  { seconds, ...turn }: QueueTurn & Pick<EngineLimits, 'seconds'>,
  work: (limits: EngineLimits) => Promise<T>,
): Promise<T> {
  try {
    return await queue.run(turn, (signal) => work({ seconds, signal }));
  } catch (cause) {
    throw engineProblemOf(cause, seconds);
  }
}
