import type { Socket } from 'node:net';
import pg from 'pg';

import { Problem } from '#contract/errors.ts';
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
import { collectRows } from './collect-rows.ts';
import { failureOf, type FailureReason } from './failure.ts';
import { dateOf, instantOf, type TextConverter, textConverters } from './values.ts';

/** PostgreSQL, in read-only transactions. */
export function openPostgres(address: DatabaseAddress): DatabaseClient {
  const settings: pg.ClientConfig = {
    host: address.address,
    port: address.port,
    database: address.database,
    user: address.user,
    password: address.password,
    ssl: address.tls === 'off' ? false : { servername: address.host, rejectUnauthorized: address.tls === 'verified' },
    application_name: 'Shuju',
    connectionTimeoutMillis: connectSeconds * 1000,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...settings, max: maxSessions, idleTimeoutMillis: 60_000 });
  // A session that ends while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // Since PostgreSQL 14 a server notices that its client is gone, and ends the query.
  pool.on('connect', (session) => {
    // The same for a session that ends in a query, which then fails.
    session.on('error', () => {});
    // On older servers the time limit ends the query.
    session.query(noticeLostClient).catch(() => {});
  });

  /** Stops the query that a session runs. */
  async function cancel(pid: number): Promise<void> {
    const client = new pg.Client({ ...settings, query_timeout: stopGraceMs });
    // Its queries fail in that case, too.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select pg_cancel_backend($1)', [pid]);
    } finally {
      const timer = giveUpLater(client);
      await client.end();
      clearTimeout(timer);
    }
  }

  async function query(request: DatabaseQuery, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const session = await pool.connect().catch((error: unknown) => {
      throw failureOf(error, reasonOf);
    });
    const { processID } = session as unknown as { processID: number };
    let timer: NodeJS.Timeout | undefined;
    let isUsable = true;
    const stop = () => {
      // The request to cancel may arrive late, and would stop the next query of the session.
      isUsable = false;
      // If the server cannot be reached to cancel, its own time limit ends the query.
      void cancel(processID).catch(() => {});
      timer ??= giveUpLater(session);
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop, { once: true });
      const limits = `set local statement_timeout = ${Math.ceil(request.seconds * 1000)}; set local timezone = 'UTC'`;
      await session.query(`begin transaction read only; ${limits}; set local datestyle = 'ISO'`);
      return await run(session, request, { zone: address.zone, stop });
    } catch (error) {
      // Errors of the server leave the session usable; others do not.
      isUsable &&= error instanceof pg.DatabaseError;
      signal?.throwIfAborted();
      throw error instanceof Problem ? error : failureOf(error, reasonOf);
    } finally {
      signal?.removeEventListener('abort', stop);
      timer ??= giveUpLater(session);
      isUsable &&= await session.query('rollback').then(
        () => true,
        // The session has ended.
        () => false,
      );
      clearTimeout(timer);
      session.release(!isUsable);
    }
  }

  return {
    query,
    check: async (sql, signal) => {
      await query({ sql: `explain (costs off) ${sql}`, params: [], ...checkLimits }, signal);
    },
    close: () => pool.end(),
  };
}

/** Ends an unresponsive session after a while, so that it cannot hold a place in the pool or send forever. */
const giveUpLater = (session: pg.ClientBase): NodeJS.Timeout =>
  setTimeout(() => (session as unknown as { connection: { stream: Socket } }).connection.stream.destroy(), stopGraceMs);

const noticeLostClient = `select set_config(name, '1000', false) from pg_settings
  where name = 'client_connection_check_interval'`;

const reasons: Record<string, FailureReason> = {
  // A value for a parameter is missing when it is bound.
  '08P01': 'parameters',
  '28000': 'sign_in',
  '28P01': 'sign_in',
  '3D000': 'database',
  '42501': 'denied',
  '42P01': 'missing',
  '42P02': 'parameters',
  '42703': 'missing',
  '3F000': 'missing',
  '53300': 'too_many',
  '57014': 'time_limit',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
};

// The driver reports some failures without a code.
const messages: [RegExp, FailureReason][] = [
  [/timeout expired|timeout exceeded/i, 'timeout'],
  [/does not support SSL|SSL negotiation|unknown message|received invalid response/i, 'protocol'],
  [/terminated|closed/i, 'lost'],
  [/password must be a string|SASL/i, 'sign_in'],
];

const reasonOf = ({ code = '', message }: { code?: string; message: string }) =>
  reasons[code] ?? messages.find(([pattern]) => pattern.test(message))?.[1];

// All values as text: the driver's own conversions lose digits and depend on the zone of this machine.
const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

function run(session: pg.PoolClient, request: DatabaseQuery, { zone, stop }: { zone: string; stop: () => void }) {
  return new Promise<DatabaseAnswer>((resolve, reject) => {
    const rows = collectRows(request);
    let fields: pg.FieldDef[] = [];
    let isFull = false;
    const finish = () => {
      try {
        resolve(rows.finish(fields.map(({ name, dataTypeID }) => ({ name, ...converterOf(dataTypeID, zone) }))));
      } catch (error) {
        reject(error);
      }
    };
    // The simple protocol runs several statements, of which one could end the read-only transaction.
    const protocol = { queryMode: 'extended', rowMode: 'array', types: asText };
    const config = { text: request.sql, values: request.params, ...protocol };
    const query = session.query(new pg.Query(config as pg.QueryConfig));
    query.on('row', (row: unknown, result) => {
      if (isFull || rows.add(row as (string | null)[])) return;
      isFull = true;
      fields = result!.fields;
      // Rows beyond the limits are not needed, and may be endless.
      stop();
    });
    query.on('error', (error) => (isFull ? finish() : reject(error)));
    query.on('end', (result) => {
      fields = result.fields;
      finish();
    });
  });
}

const { builtins } = pg.types;
const { integer, number, json, text } = textConverters;

const converters: Record<number, TextConverter> = {
  [builtins.BOOL]: { type: 'boolean', convert: (value) => value === 't' },
  [builtins.INT2]: integer,
  [builtins.INT4]: integer,
  [builtins.INT8]: integer,
  [builtins.OID]: integer,
  [builtins.FLOAT4]: number,
  [builtins.FLOAT8]: number,
  [builtins.NUMERIC]: number,
  [builtins.DATE]: { type: 'date', convert: dateOf },
  [builtins.TIMESTAMPTZ]: { type: 'time', convert: (value) => instantOf(value, 'UTC') },
  [builtins.JSON]: json,
  [builtins.JSONB]: json,
};

const localTime: number = builtins.TIMESTAMP;

const converterOf = (type: number, zone: string): TextConverter =>
  type === localTime
    ? { type: 'time', convert: (value) => instantOf(value, zone), isLocalTime: true }
    : (converters[type] ?? text);
