import pg from 'pg';

import {
  connectSeconds,
  type DatabaseAddress,
  type DatabaseAnswer,
  type DatabaseClient,
  type DatabaseQuery,
  maxSessions,
} from './driver.ts';
import { collectRows } from './collect-rows.ts';
import { dateOf, instantOf, integerOf, numberOf, type ValueConverter } from './values.ts';

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

  /** Stops the query that a session runs. */
  async function cancel(pid: number): Promise<void> {
    const client = new pg.Client(settings);
    await client.connect();
    try {
      await client.query('select pg_cancel_backend($1)', [pid]);
    } finally {
      await client.end();
    }
  }

  async function query(request: DatabaseQuery, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const session = await pool.connect();
    const { processID } = session as unknown as { processID: number };
    // If the server cannot be reached to cancel, its own time limit ends the query.
    const stop = () => void cancel(processID).catch(() => {});
    let isUsable = true;
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop, { once: true });
      const limits = `set local statement_timeout = ${Math.ceil(request.seconds * 1000)}; set local timezone = 'UTC'`;
      await session.query(`begin transaction read only; ${limits}; set local datestyle = 'ISO'`);
      return await run(session, request, { zone: address.zone, stop });
    } catch (error) {
      // Errors of the server leave the session usable; others do not.
      isUsable = error instanceof pg.DatabaseError;
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      isUsable &&= await session.query('rollback').then(
        () => true,
        // The session has ended.
        () => false,
      );
      session.release(!isUsable);
    }
  }

  return { query, close: () => pool.end() };
}

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
    const config = { text: request.sql, values: request.params, rowMode: 'array', types: asText };
    const query = session.query(new pg.Query(config as pg.QueryConfig));
    query.on('row', (row: unknown, result) => {
      if (isFull || rows.add(row as (string | null)[])) return;
      isFull = true;
      fields = result!.fields;
      // What is beyond the limits is not needed, and may be endless.
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
const integer: ValueConverter = { type: 'integer', convert: integerOf };
const number: ValueConverter = { type: 'number', convert: numberOf };
const json: ValueConverter = { type: 'json', convert: String };
const text: ValueConverter = { type: 'text', convert: String };

const converters: Record<number, ValueConverter> = {
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

const converterOf = (type: number, zone: string): ValueConverter =>
  type === localTime ? { type: 'time', convert: (value) => instantOf(value, zone) } : (converters[type] ?? text);
