// The program of the process that queries databases: it runs many tasks at once, and may be killed at any moment.
import { open } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import { inspectAccount, listColumns, listTables } from './catalog.ts';
import { catalogs, openClients } from './clients.ts';
import type { DatabaseAnswer, DatabaseClient, DatabaseQuery, StreamedResult } from './driver.ts';
import { DatabaseFailure } from './failure.ts';
import { describeSql } from './person-sql.ts';
import type { RemoteDatabase, RemoteMessage, RemoteReport, RemoteTaskName, RemoteTasks } from './tasks.ts';

type RemoteHandlers = {
  [N in RemoteTaskName]: (input: RemoteTasks[N]['input'], signal: AbortSignal) => Promise<RemoteTasks[N]['output']>;
};

const linesPerChunk = 1_000;
const clients = openClients();
const running = new Map<number, AbortController>();

const catalogContextOf = (database: RemoteDatabase, signal: AbortSignal) => ({
  client: clients.open(database),
  catalog: catalogs[database.kind],
  address: database,
  signal,
});

const handlers: RemoteHandlers = {
  query: async ({ database, query }, signal) => withPlainColumns(await clients.open(database).query(query, signal)),
  answer: async ({ database, query }, signal) => {
    const started = performance.now();
    const { columns, values, isCutOff } = withPlainColumns(await clients.open(database).query(query, signal));
    const texts = values.map((column) => JSON.stringify(column));
    const milliseconds = performance.now() - started;
    return { columns, rows: values[0]?.length ?? 0, isCutOff, values: texts, milliseconds };
  },
  write: async ({ database, query, file }, signal) => {
    const client = clients.open(database);
    const out = await open(file, 'w', 0o600);
    const write = async (values: unknown[][]) => {
      for (const chunk of linesOf(values)) await out.appendFile(chunk);
    };
    try {
      return withPlainColumns(
        await (client.stream?.(query, write, signal) ?? writeWhole(client, query, write, signal)),
      );
    } finally {
      await out.close();
    }
  },
  tables: ({ database }, signal) => listTables(catalogContextOf(database, signal)),
  columns: ({ database, table }, signal) => listColumns(catalogContextOf(database, signal), table),
  describe: ({ database, sql }, signal) =>
    describeSql({ client: clients.open(database), signal }, { kind: database.kind, sql }),
  inspect: async ({ database }, signal) => ({
    ...(await inspectAccount(catalogContextOf(database, signal))),
    readOnlyAccount: catalogs[database.kind].readOnlyAccount(database),
  }),
  disconnect: async ({ id }) => {
    await clients.close(id);
    return null;
  },
};

/** Writes a result from memory, for drivers that cannot stream. */
async function writeWhole(
  client: DatabaseClient,
  query: DatabaseQuery,
  write: (values: unknown[][]) => Promise<void>,
  signal: AbortSignal,
): Promise<StreamedResult> {
  const { values, ...answer } = await client.query(query, signal);
  await write(values);
  return { ...answer, rows: values[0]?.length ?? 0 };
}

/** Columns of results have a name and a type in every engine. */
const withPlainColumns = <A extends Pick<DatabaseAnswer, 'columns'>>(answer: A) => ({
  ...answer,
  columns: answer.columns.map(({ name, type }) => ({ name, type })),
});

/** Rows as JSON objects keyed c1, c2, …, a thousand per chunk. */
function* linesOf(values: unknown[][]): Generator<string> {
  const rows = values[0]?.length ?? 0;
  for (let start = 0; start < rows; start += linesPerChunk) {
    const numbers = Array.from({ length: Math.min(linesPerChunk, rows - start) }, (_, index) => start + index);
    yield numbers
      .map(
        (row) =>
          `${JSON.stringify(Object.fromEntries(values.map((column, index) => [`c${index + 1}`, column[row]])))}\n`,
      )
      .join('');
  }
}

const report = (message: RemoteReport) => process.send!(message);

async function runTask({ id, name, input }: Extract<RemoteMessage, { name: RemoteTaskName }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const run = handlers[name] as (input: unknown, signal: AbortSignal) => Promise<unknown>;
    report({ id, output: await run(input, controller.signal) });
  } catch (error) {
    report(controller.signal.aborted ? { id, cancelled: true } : failureReportOf(id, error));
  } finally {
    running.delete(id);
  }
}

function failureReportOf(id: number, error: unknown): RemoteReport {
  if (error instanceof Problem) return { id, problem: { code: error.code, params: error.params } };
  if (error instanceof DatabaseFailure) return { id, failure: { reason: error.reason, message: error.message } };
  return { id, failure: { reason: 'wrong', message: error instanceof Error ? error.message : String(error) } };
}

process.on('message', (message: RemoteMessage) =>
  'cancel' in message ? running.get(message.cancel)?.abort() : void runTask(message),
);
process.on('disconnect', () => process.exit(0));
report({ up: true });
