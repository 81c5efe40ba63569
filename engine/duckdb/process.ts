// The program of a DuckDB process: it takes one order at a time, and may be killed at any moment.
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { Progress } from '#engine/tables.ts';
import { answerQuestion, writeAnswer } from './answer.ts';
import { exportAnswer } from './export.ts';
import { gate } from './gate.ts';
import { inspectFile } from './inspect.ts';
import { loadTable } from './load.ts';
import { writeSample } from './sample.ts';
import { sealLog } from './seal.ts';
import { mergeSegments, writeRows } from './segment.ts';
import { watchGrowth } from './memory.ts';
import type { Order, Report, TaskName, Tasks } from './tasks.ts';

type Work = {
  [N in TaskName]: (input: Tasks[N]['input'], use: Use, tell: Tell) => Promise<Tasks[N]['output']>;
};

/** Tells how far a task is. Throws if nobody waits for it any more, as it may work where nothing can be interrupted. */
export type Tell = (progress: Progress) => void;

/** Tells which connection works now, so that it can be interrupted. */
export type Use = (connection: DuckDBConnection) => DuckDBConnection;

const work: Work = {
  ask: answerQuestion,
  answer: writeAnswer,
  gate,
  export: exportAnswer,
  seal: sealLog,
  write: (input, use) => writeRows(input, use),
  merge: mergeSegments,
  inspect: inspectFile,
  load: loadTable,
  sample: writeSample,
};

const confined = new Set<TaskName>(['ask', 'answer', 'gate', 'export']);

let connection: DuckDBConnection | undefined;
let interrupting: NodeJS.Timeout | undefined;
let isCancelled = false;
let current: number | undefined;

const report = (message: Report) => process.send!(message);

async function take({ id, name, input }: Extract<Order, { name: TaskName }>): Promise<void> {
  report({ id, taken: true });
  current = id;
  const stopWatching = confined.has(name) ? watchGrowth(() => leave(id)) : () => {};
  try {
    const run = work[name] as (input: unknown, use: Use, tell: Tell) => Promise<unknown>;
    const use: Use = (next) => (connection = next);
    const tell: Tell = (progress) => {
      if (isCancelled) throw new Error('cancelled');
      report({ id, progress });
    };
    report({ id, output: await run(input, use, tell) });
  } catch (error) {
    report(failureOf(id, error));
  } finally {
    stopWatching();
    clearInterval(interrupting);
    connection = undefined;
    isCancelled = false;
    current = undefined;
  }
}

// Whoever wrote the question may have meant to fill the memory; what was not counted can only be given back at once.
function leave(id: number): void {
  process.send!({ id, problem: { code: 'query_too_large', params: {} }, leaves: true } satisfies Report, () =>
    process.kill(process.pid, 'SIGKILL'),
  );
}

function failureOf(id: number, error: unknown): Report {
  if (error instanceof Problem) return { id, problem: { code: error.code, params: error.params } };
  return { id, error: error instanceof Error ? error.message : String(error) };
}

// One interrupt is lost if it comes before the query starts.
function cancel(id: number): void {
  // It may have been done just before.
  if (id !== current) return;
  isCancelled = true;
  clearInterval(interrupting);
  connection?.interrupt();
  interrupting = setInterval(() => connection?.interrupt(), 20);
}

process.on('message', (order: Order) => ('cancel' in order ? cancel(order.cancel) : void take(order)));
process.on('disconnect', () => process.exit(0));
report({ up: true });
