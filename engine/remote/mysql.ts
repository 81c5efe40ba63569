import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, FieldPacket, PrepareStatementInfo } from 'mysql2';
import { createConnection, createPool, type PoolConnection } from 'mysql2/promise';

import { Problem } from '#contract/errors.ts';
import { collectRows } from './collect-rows.ts';
import {
  checkLimits,
  connectSeconds,
  type DatabaseAddress,
  type DatabaseAnswer,
  type DatabaseClient,
  type DatabaseQuery,
  maxSessions,
  stopGraceMs,
} from './driver.ts';
import { DatabaseFailure, failureOf, type FailureReason } from './failure.ts';
import { converterOf, textOf } from './mysql-values.ts';

/** MySQL and MariaDB, in read-only transactions. */
export function openMysql(address: DatabaseAddress): DatabaseClient {
  const settings = settingsOf(address);
  const pool = createPool({
    ...settings,
    connectionLimit: maxSessions,
    maxIdle: maxSessions - 1,
    idleTimeout: 60_000,
  });
  const timeLimits = new WeakMap<Connection, TimeLimit>();

  /** Stops the query that a session runs, from another session; if that is impossible, ends the session. */
  async function cancel(session: Connection, done: AbortSignal): Promise<void> {
    const timers = [giveUpLater(session)];
    try {
      const other = await createConnection(settings);
      // A session that is lost between statements fails the next one; without a listener it would end the process.
      other.on('error', () => {});
      timers.push(giveUpLater(coreOf(other as PoolConnection)));
      // Repeated, because it does nothing between the statements of a query.
      while (!done.aborted) {
        await other.query(`kill query ${session.threadId}`);
        // Ends early if the query is done.
        await wait(100, null, { signal: done }).catch(() => {});
      }
      await other.end();
    } catch {
      // The server cannot be reached, or refuses another session: its own time limit ends the query.
      giveUp(session);
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  /** Sets everything that queries rely on, whatever the server's defaults are. */
  async function begin(session: PoolConnection, seconds: number): Promise<void> {
    const connection = coreOf(session);
    const timeLimit = timeLimits.get(connection) ?? (await timeLimitOf(session));
    timeLimits.set(connection, timeLimit);
    await session.query(`set sql_mode = '${sqlMode}', time_zone = '+00:00', ${timeLimit(seconds)}`);
    await session.query('start transaction read only');
  }

  /** Runs work in a read-only transaction; `stop` ends its query on the server. */
  async function inTransaction<T>(
    { seconds, signal }: { seconds: number; signal: AbortSignal | undefined },
    work: (session: Connection, stop: () => void) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const session = await pool.getConnection().catch((error: unknown) => {
      throw failureOf(error, reasonOf);
    });
    const done = new AbortController();
    const cancels: Promise<void>[] = [];
    const stop = () => {
      if (cancels.length === 0) cancels.push(cancel(coreOf(session), done.signal));
    };
    let isUsable = true;
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop, { once: true });
      await begin(session, seconds);
      return await work(coreOf(session), stop);
    } catch (error) {
      isUsable = error instanceof Problem || error instanceof DatabaseFailure || isOfServer(error);
      signal?.throwIfAborted();
      throw error instanceof Problem ? error : failureOf(error, reasonOf);
    } finally {
      signal?.removeEventListener('abort', stop);
      done.abort();
      // A late KILL must not hit the next query of this session.
      await Promise.all(cancels);
      const timer = giveUpLater(coreOf(session));
      isUsable &&= await session.query('rollback').then(
        () => true,
        // The session has ended.
        () => false,
      );
      clearTimeout(timer);
      if (isUsable) session.release();
      else session.destroy();
    }
  }

  const { zone } = address;
  return {
    query: (request, signal) =>
      inTransaction({ seconds: request.seconds, signal }, (session, stop) => run(session, request, { zone, stop })),
    check: async (sql, signal) => {
      await inTransaction({ seconds: checkLimits.seconds, signal }, (session) => prepare(session, { sql, params: [] }));
    },
    close: () => pool.end(),
  };
}

// The compiler doubles quotes and expects backslashes to be plain; the difference of unsigned numbers may be negative.
const sqlMode = 'ONLY_FULL_GROUP_BY,NO_BACKSLASH_ESCAPES,NO_UNSIGNED_SUBTRACTION';

const settingsOf = ({ host, address, port, database, user, password, tls }: DatabaseAddress) => ({
  // The host only names the certificate.
  host,
  stream: () => connect({ host: address, port, keepAlive: true, noDelay: true }),
  database,
  user,
  password,
  ...(tls === 'off' ? {} : { ssl: { rejectUnauthorized: tls === 'verified', verifyIdentity: tls === 'verified' } }),
  connectTimeout: connectSeconds * 1000,
  charset: 'UTF8MB4_BIN',
  // Otherwise a server could request any file of this machine.
  flags: ['-LOCAL_FILES'],
  // No code is generated from the names that a server sends.
  disableEval: true,
  maxPreparedStatements: 16,
  rowsAsArray: true,
  // The driver's own conversions lose digits and depend on the zone of this machine.
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  jsonStrings: true,
});

const coreOf = (session: PoolConnection) => session.connection as unknown as Connection;

/** Ends an unresponsive session; the driver's own close would wait for the server. */
const giveUp = (session: Connection) => (session as unknown as { stream: Socket }).stream.destroy();
const giveUpLater = (session: Connection): NodeJS.Timeout => setTimeout(giveUp, stopGraceMs, session);

/** An assignment that makes the server end queries after this many seconds. */
type TimeLimit = (seconds: number) => string;

/** MariaDB limits statements in seconds, MySQL selects in milliseconds. */
async function timeLimitOf(session: PoolConnection): Promise<TimeLimit> {
  const [rows] = await session.query("show variables like 'max_statement_time'");
  if ((rows as unknown[]).length > 0) return (seconds) => `max_statement_time = ${seconds}`;
  return (seconds) => `max_execution_time = ${Math.ceil(seconds * 1000)}`;
}

// By number: the driver has no names for those of MariaDB.
const serverReasons: Record<number, FailureReason> = {
  1040: 'too_many',
  1044: 'denied',
  1045: 'sign_in',
  1049: 'database',
  1054: 'missing',
  1129: 'sign_in',
  1130: 'sign_in',
  1142: 'denied',
  1143: 'denied',
  1146: 'missing',
  1203: 'too_many',
  1226: 'too_many',
  1227: 'denied',
  1251: 'sign_in',
  1698: 'sign_in',
  1969: 'time_limit',
  3024: 'time_limit',
};

const driverReasons: Record<string, FailureReason> = {
  PROTOCOL_CONNECTION_LOST: 'lost',
  PROTOCOL_PACKETS_OUT_OF_ORDER: 'protocol',
  PROTOCOL_UNEXPECTED_PACKET: 'protocol',
  PROTOCOL_SEQUENCE_TIMEOUT: 'timeout',
  HANDSHAKE_NO_SSL_SUPPORT: 'protocol',
  HANDSHAKE_SSL_ERROR: 'certificate',
  AUTH_SWITCH_PLUGIN_ERROR: 'sign_in',
};

const reasonOf = (error: { code?: string; errno?: number }) =>
  serverReasons[error.errno ?? 0] ?? driverReasons[error.code ?? ''];

const isOfServer = (error: unknown) => {
  const { sqlState, fatal } = error as { sqlState?: string; fatal?: boolean };
  return sqlState !== undefined && !fatal;
};

/** A statement that the server has prepared, with the columns of its result. */
type MysqlStatement = PrepareStatementInfo & { columns: FieldPacket[]; parameters: FieldPacket[] };

/**
 * Prepares a query: its parameters keep their types, never become SQL text, and a `?` in a name is not a parameter. A
 * statement without result columns is not a query: a read-only transaction does not stop TRUNCATE, SET GLOBAL or INTO
 * OUTFILE.
 */
async function prepare(
  session: Connection,
  { sql, params }: Pick<DatabaseQuery, 'sql' | 'params'>,
): Promise<MysqlStatement> {
  const statement = await new Promise<MysqlStatement>((resolve, reject) => {
    session.prepare(sql, (error, result) => (error ? reject(error) : resolve(result as MysqlStatement)));
  });
  if (statement.columns.length === 0) throw new Problem('sql_not_select');
  if (statement.parameters.length !== params.length)
    throw new DatabaseFailure('parameters', 'The number of parameters and values differs');
  return statement;
}

async function run(session: Connection, request: DatabaseQuery, { zone, stop }: { zone: string; stop: () => void }) {
  const statement = await prepare(session, request);
  return new Promise<DatabaseAnswer>((resolve, reject) => {
    const rows = collectRows(request);
    let fields: FieldPacket[] = [];
    let isFull = false;
    const finish = () => {
      try {
        resolve(rows.finish(fields.map((field) => ({ name: field.name, ...converterOf(field, request, zone) }))));
      } catch (error) {
        reject(error);
      }
    };
    const query = statement.execute(request.params);
    query.on('fields', (columns: FieldPacket[]) => {
      fields = columns;
    });
    query.on('result', (row: (string | number | object | null)[]) => {
      if (isFull) return;
      isFull = !rows.add(row.map((value, index) => textOf(value, fields[index]!)));
      // Rows beyond the limits are not needed, and may never end.
      if (isFull) stop();
    });
    // An error after the limits are reached is expected, because the query is being killed.
    const fail = (error: Error) => (isFull ? finish() : reject(error));
    query.on('error', fail);
    query.on('end', finish);
    // The driver reports a lost session here.
    session.once('error', fail);
    query.on('end', () => session.off('error', fail));
  });
}
