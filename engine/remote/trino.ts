import pLimit from 'p-limit';

import { Problem } from '#contract/errors.ts';
import type { Scalar } from '#domain/query/query.ts';
import { quoteText } from '#engine/sql/quote.ts';
import { collectRows } from './collect-rows.ts';
import {
  checkLimits,
  connectSeconds,
  type DatabaseAddress,
  type DatabaseAnswer,
  type DatabaseClient,
  type DatabaseQuery,
  maxSessions,
} from './driver.ts';
import { DatabaseFailure, failureOf, type FailureReason } from './failure.ts';
import { jsonCellsOf } from './json-cells.ts';
import { openTrinoHttp, type TrinoResponse } from './trino-http.ts';
import { trinoConverterOf } from './trino-values.ts';

/** Trino, by its HTTP protocol, in read-only transactions. */
export function openTrino(address: DatabaseAddress): DatabaseClient {
  const http = openTrinoHttp(address);
  const limit = pLimit(maxSessions);
  const running = new Set<Promise<unknown>>();
  const sharedHeaders = sharedHeadersOf(address);

  /** The pages of a statement. Ending the iteration before the last one cancels it on the server. */
  async function* pagesOf({ sql, transaction, seconds, signal }: TrinoStatement): AsyncGenerator<TrinoPage> {
    const session = { 'x-trino-session': `query_max_run_time=${Math.ceil(seconds * 1000)}ms` };
    const headers = { ...sharedHeaders, ...session, 'x-trino-transaction-id': transaction };
    // Without the signal: a query can be cancelled only once the server has named it.
    let page = pageOf(await http.request({ method: 'POST', path: '/v1/statement', headers, body: sql, seconds }));
    try {
      for (;;) {
        yield page;
        if (page.nextUri === undefined) return;
        page = pageOf(await http.request({ method: 'GET', path: http.pathOf(page.nextUri), seconds, signal }));
      }
    } finally {
      if (page.nextUri !== undefined) await cancel(page.nextUri);
    }
  }

  async function cancel(nextUri: string): Promise<void> {
    try {
      await http.request({ method: 'DELETE', path: http.pathOf(nextUri), seconds: connectSeconds });
    } catch {
      // If the server cannot be reached to cancel, its own time limit ends the query.
    }
  }

  /** Runs a statement without rows, and returns the transaction that it starts. */
  async function execute(statement: TrinoStatement): Promise<string | undefined> {
    let started: string | undefined;
    for await (const page of pagesOf(statement)) started ??= page.startedTransaction;
    return started;
  }

  async function read(request: DatabaseQuery, transaction: string, signal?: AbortSignal): Promise<DatabaseAnswer> {
    const rows = collectRows(request);
    let columns: TrinoColumn[] = [];
    const statement = { sql: statementOf(request), transaction, seconds: request.seconds, signal };
    for await (const page of pagesOf(statement)) {
      signal?.throwIfAborted();
      columns = page.columns ?? columns;
      // Rows beyond the limits are not needed, and may be endless.
      if (!page.rows.every((row) => rows.add(row))) break;
    }
    return rows.finish(columns.map(({ name, type }) => ({ name, ...trinoConverterOf(type, address.zone) })));
  }

  async function run(request: DatabaseQuery, signal?: AbortSignal): Promise<DatabaseAnswer> {
    signal?.throwIfAborted();
    const { seconds } = request;
    try {
      const transaction = await execute({ sql: 'start transaction read only', transaction: 'NONE', seconds, signal });
      if (transaction === undefined) throw new DatabaseFailure('protocol', 'The server starts no transaction');
      try {
        return await read(request, transaction, signal);
      } finally {
        // Otherwise the server keeps the transaction until it has been idle for minutes.
        await execute({ sql: 'rollback', transaction, seconds }).catch(() => {});
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof Problem ? error : failureOf(error, reasonOf);
    }
  }

  function query(request: DatabaseQuery, signal?: AbortSignal): Promise<DatabaseAnswer> {
    // The password would be readable in transit, and Trino rejects it.
    if (address.tls === 'off' && address.password) return Promise.reject(passwordWithoutTls());
    const answer = limit(() => run(request, signal));
    running.add(answer);
    // The caller gets the failure.
    const remove = () => void running.delete(answer);
    answer.then(remove, remove);
    return answer;
  }

  async function close(): Promise<void> {
    // Who asked gets the failure of a query.
    await Promise.allSettled(running);
    http.close();
  }

  return {
    query,
    check: async (sql, signal) => {
      await query({ sql: `explain (type validate) ${sql}`, params: [], ...checkLimits }, signal);
    },
    close,
  };
}

type TrinoStatement = { sql: string; transaction: string; seconds: number; signal?: AbortSignal | undefined };

const passwordWithoutTls = () => new DatabaseFailure('protocol', 'Trino accepts a password only over TLS');

/** The database of an address is a catalog, or a catalog and a schema: `hive` or `hive.sales`. */
export function splitTrinoDatabase(database: string): { catalog: string; schema: string | null } {
  const [catalog, ...schema] = database.split('.');
  return { catalog: catalog!, schema: schema.length > 0 ? schema.join('.') : null };
}

function sharedHeadersOf({ database }: DatabaseAddress): Record<string, string> {
  const { catalog, schema } = splitTrinoDatabase(database);
  return {
    'content-type': 'text/plain; charset=utf-8',
    'x-trino-source': 'shuju',
    'x-trino-time-zone': 'UTC',
    'x-trino-catalog': catalog,
    ...(schema === null ? {} : { 'x-trino-schema': schema }),
    // Otherwise times are cut off at milliseconds.
    'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
  };
}

// The protocol binds parameters only by statements. EXECUTE IMMEDIATE is sent in the body; a prepared statement
// would be sent in a header, which servers and proxies limit to some KB.
const statementOf = ({ sql, params }: DatabaseQuery) =>
  params.length === 0 ? sql : `execute immediate ${quoteText(sql)} using ${params.map(literalOf).join(', ')}`;

// In a text only the quote is special.
function literalOf(value: Scalar): string {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value !== 'number') return String(value);
  return Number.isSafeInteger(value) ? String(value) : `double '${value}'`;
}

type TrinoColumn = { name: string; type: string };
type TrinoPage = {
  nextUri?: string;
  columns?: TrinoColumn[];
  error?: { errorName: string; message: string };
  rows: (string | null)[][];
  startedTransaction?: string | undefined;
};

function pageOf({ text, headers }: TrinoResponse): TrinoPage {
  const page = parsePage(text);
  if (page.error) {
    const { errorName, message } = page.error;
    throw new DatabaseFailure(reasons[errorName] ?? 'wrong', message);
  }
  const startedTransaction = headers['x-trino-started-transaction-id'] as string | undefined;
  return { ...page, rows: jsonCellsOf(text), startedTransaction };
}

function parsePage(text: string): Omit<TrinoPage, 'rows'> {
  try {
    const page = JSON.parse(text) as Omit<TrinoPage, 'rows'> & { stats?: unknown };
    if (page.stats) return page;
  } catch {
    // Not JSON.
  }
  throw new DatabaseFailure('protocol', 'The server is not Trino');
}

const reasons: Record<string, FailureReason> = {
  CATALOG_NOT_FOUND: 'database',
  MISSING_CATALOG_NAME: 'database',
  MISSING_SCHEMA_NAME: 'database',
  SCHEMA_NOT_FOUND: 'missing',
  TABLE_NOT_FOUND: 'missing',
  COLUMN_NOT_FOUND: 'missing',
  INVALID_PARAMETER_USAGE: 'parameters',
  PERMISSION_DENIED: 'denied',
  QUERY_QUEUE_FULL: 'too_many',
  EXCEEDED_TIME_LIMIT: 'time_limit',
  // By an administrator: a query that the caller cancels is reported as cancelled.
  USER_CANCELED: 'lost',
  ADMINISTRATIVELY_KILLED: 'lost',
  SERVER_SHUTTING_DOWN: 'lost',
  SERVER_STARTING_UP: 'unreachable',
};

// A user or catalog that cannot be written in a header exists on no server.
const reasonOf = ({ code = '' }: { code?: string }): FailureReason | undefined => {
  if (code === 'ERR_INVALID_CHAR') return 'sign_in';
  return code.startsWith('HPE_') ? 'protocol' : undefined;
};
