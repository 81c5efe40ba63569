import type { EngineSource } from '#engine/engine.ts';
import { maxSessions } from '#engine/remote/driver.ts';
import { openQueue, type Queue } from './queue.ts';

/** One queue per connection: few queries run on a database at once, and connections do not wait for each other. */
export type ConnectionQueues = {
  of: (connection: string) => Queue;
  /** Number of waiting queries in all queues. */
  waiting: () => number;
};

/** Longer than for files, because a preempted query starts again, which costs the database time. */
const sliceMs = 10_000;

export function openConnectionQueues(): ConnectionQueues {
  const queues = new Map<string, Queue>();
  return {
    of: (connection) => {
      // A queue has one reserved slot beside its regular ones.
      const queue = queues.get(connection) ?? openQueue(maxSessions - 1, sliceMs);
      queues.set(connection, queue);
      return queue;
    },
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.waiting(), 0),
  };
}

type Queues = { queue: Queue; connectionQueues: ConnectionQueues };

/** The queue of the engine that reads these sources. */
export function queueFor({ queue, connectionQueues }: Queues, sources: EngineSource[]): Queue {
  const [first] = sources;
  return first?.at === 'connection' ? connectionQueues.of(first.connection) : queue;
}
