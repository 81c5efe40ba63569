// The program of a DuckDB process: it runs one task at a time, and may be killed at any moment.
import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { answerQuery, writeAnswer } from './answer.ts';
import { openConnectionPool } from './connection-pool.ts';
import { exportAnswer } from './export.ts';
import { gate } from './gate.ts';
import { inspectFile } from './inspect.ts';
import { previewFile } from './preview.ts';
import { loadTable } from './load.ts';
import { writeSample } from './sample.ts';
import { sealLog } from './seal.ts';
import { mergeSegments, writeRows } from './segment.ts';
import { checksumRows, writeParquetSegment, writeSegmentParquet } from './segment-parquet.ts';
import { watchMemoryGrowth } from './memory.ts';
import type { ReportProgress, UseConnection } from './use-connection.ts';
import type { TaskMessage, TaskReport, TaskName, Tasks } from './tasks.ts';

type TaskHandlers = {
  [N in TaskName]: (
    input: Tasks[N]['input'],
    use: UseConnection,
    reportProgress: ReportProgress,
  ) => Promise<Tasks[N]['output']>;
};

const withSession = openConnectionPool();

const handlers: TaskHandlers = {
  query: (input, use) => answerQuery(input, { use, withSession }),
  answer: (input, use) => writeAnswer(input, { use, withSession }),
  gate,
  export: (input, use, reportProgress) => exportAnswer(input, { use, withSession }, reportProgress),
  seal: sealLog,
  write: (input, use) => writeRows(input, use),
  merge: mergeSegments,
  inspect: inspectFile,
  preview: previewFile,
  load: loadTable,
  parquet: writeSegmentParquet,
  segment: writeParquetSegment,
  checksum: checksumRows,
  sample: writeSample,
};

const memoryLimited = new Set<TaskName>(['query', 'answer', 'gate', 'export']);

let connection: DuckDBConnection | undefined;
let interruptTimer: NodeJS.Timeout | undefined;
let isCancelled = false;
let currentId: number | undefined;

const report = (message: TaskReport) => process.send!(message);

async function runTask({ id, name, input }: Extract<TaskMessage, { name: TaskName }>): Promise<void> {
  report({ id, taken: true });
  currentId = id;
  const stopWatching = memoryLimited.has(name) ? watchMemoryGrowth(() => exitOutOfMemory(id)) : () => {};
  try {
    const run = handlers[name] as (
      input: unknown,
      use: UseConnection,
      reportProgress: ReportProgress,
    ) => Promise<unknown>;
    const use: UseConnection = (next) => (connection = next);
    const reportProgress: ReportProgress = (progress) => {
      if (isCancelled) throw new Error('cancelled');
      report({ id, progress });
    };
    report({ id, output: await run(input, use, reportProgress) });
  } catch (error) {
    report(failureOf(id, error));
  } finally {
    stopWatching();
    clearInterval(interruptTimer);
    connection = undefined;
    isCancelled = false;
    currentId = undefined;
  }
}

// Memory that DuckDB does not count is freed only by killing the process.
function exitOutOfMemory(id: number): void {
  process.send!({ id, problem: { code: 'query_too_large', params: {} }, exits: true } satisfies TaskReport, () =>
    process.kill(process.pid, 'SIGKILL'),
  );
}

function failureOf(id: number, error: unknown): TaskReport {
  if (error instanceof Problem) return { id, problem: { code: error.code, params: error.params } };
  return { id, error: error instanceof Error ? error.message : String(error) };
}

// Repeated, because an interrupt before the query starts is lost.
function cancel(id: number): void {
  // The task may have just finished.
  if (id !== currentId) return;
  isCancelled = true;
  clearInterval(interruptTimer);
  connection?.interrupt();
  interruptTimer = setInterval(() => connection?.interrupt(), 20);
}

process.on('message', (message: TaskMessage) => ('cancel' in message ? cancel(message.cancel) : void runTask(message)));
process.on('disconnect', () => process.exit(0));
report({ up: true });
