// The program of a DuckDB process: it takes one order at a time, and may be killed at any moment.
import type { DuckDBConnection } from '@duckdb/node-api';

import { answerQuestion } from './answer.ts';
import { mergeSegments, sealRows } from './segment.ts';
import type { Order, Report, TaskName, Tasks } from './tasks.ts';

type Work = { [N in TaskName]: (input: Tasks[N]['input'], use: Use) => Promise<Tasks[N]['output']> };

/** Tells which connection works now, so that it can be interrupted. */
export type Use = (connection: DuckDBConnection) => DuckDBConnection;

const work: Work = { ask: answerQuestion, seal: sealRows, merge: mergeSegments };

let connection: DuckDBConnection | undefined;
let interrupting: NodeJS.Timeout | undefined;

const report = (message: Report) => process.send!(message);

async function take({ id, name, input }: Extract<Order, { name: TaskName }>): Promise<void> {
  try {
    const run = work[name] as (input: unknown, use: Use) => Promise<unknown>;
    report({ id, output: await run(input, (next) => (connection = next)) });
  } catch (error) {
    report({ id, error: error instanceof Error ? error.message : String(error) });
  } finally {
    clearInterval(interrupting);
    connection = undefined;
  }
}

// One interrupt is lost if it comes before the query starts.
function cancel(): void {
  clearInterval(interrupting);
  interrupting = setInterval(() => connection?.interrupt(), 20);
}

process.on('message', (order: Order) => ('cancel' in order ? cancel() : void take(order)));
process.on('disconnect', () => process.exit(0));
