import { LRUCache } from 'lru-cache';

import type { ResultColumn, ValueLabels } from '#domain/query/query.ts';
import type { Requester } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { openQueue, type Queue } from '#server/queue/queue.ts';
import type { QueryLimits } from './limits.ts';
import { openSingleFlight, type SingleFlight } from './single-flight.ts';

/** Columns of a result with their values, each column as the JSON text of an array that is sent as it is. */
export type SerializedColumns = { columns: ResultColumn[]; values: Buffer[] };

/** The answer to a query. */
export type QueryAnswer = SerializedColumns & {
  totals: (SerializedColumns & { dimensions: string[] })[];
  rows: number;
  isCutOff: boolean;
  milliseconds: number;
  answeredAt: string;
};

/** Progress of a query. */
export type QueryProgress = { kind: 'waiting'; position: number } | { kind: 'running' };

/** State of query execution on this server: three caches, the running queries, and the queue of the SQL gate. */
export type Execution = {
  /** Results of planning: compiled and merged queries, checked SQL, the queries of a dashboard. */
  plans: LRUCache<string, object>;
  /** Answers by the key of their plan. */
  answers: LRUCache<string, QueryAnswer>;
  /** Labels of columns as they are shown, by revision. */
  labels: LRUCache<string, ValueLabels>;
  /** When labels of columns were last read again from other columns. */
  labelsRefreshedAt: Map<string, number>;
  running: SingleFlight<QueryAnswer, QueryProgress>;
  gateQueue: Queue;
};

export type ExecutionServices = DatasetServices & { queryLimits: QueryLimits; execution: Execution };
export type ExecutionContext = MemberContext<ExecutionServices> & Pick<Requester, 'delegation'>;

const maxPlanBytes = 32 * 1024 * 1024;
const maxAnswerBytes = 64 * 1024 * 1024;
const maxLabels = 200_000;

/** Size of the values. */
export const bytesOf = ({ values }: SerializedColumns) => values.reduce((sum, column) => sum + column.length, 0);

/** Size of an answer in the cache; the columns and the entry itself count as 2,000 bytes. */
const sizeOf = (answer: QueryAnswer) =>
  bytesOf(answer) + answer.totals.reduce((sum, total) => sum + bytesOf(total), 0) + 2_000;

export const openExecution = (): Execution => ({
  // A plan is about as large as its key and 4,000 bytes.
  plans: new LRUCache({ maxSize: maxPlanBytes, sizeCalculation: (_plan, key) => 2 * key.length + 4_000 }),
  // A single answer must not evict all the others.
  answers: new LRUCache({ maxSize: maxAnswerBytes, maxEntrySize: maxAnswerBytes / 4, sizeCalculation: sizeOf }),
  labels: new LRUCache({ maxSize: maxLabels, sizeCalculation: (labels) => Object.keys(labels).length + 1 }),
  labelsRefreshedAt: new Map(),
  running: openSingleFlight(),
  gateQueue: openQueue(1),
});

/**
 * The plan of a key, computed on the first request. Concurrent requests may compute it twice: a promise in the cache
 * would pass the cancellation of one caller on to the others.
 */
export async function loadPlan<T extends object>(
  { plans }: Execution,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const cached = plans.get(key) as T | undefined;
  if (cached) return cached;
  const plan = await compute();
  plans.set(key, plan);
  return plan;
}
