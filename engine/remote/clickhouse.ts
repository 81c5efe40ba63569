import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import pLimit from 'p-limit';

import { Problem } from '#contract/errors.ts';
import {
  collectRows,
  convertRows,
  describeColumns,
  limitRows,
  type ResultConverter,
  type ResultRow,
} from './collect-rows.ts';
import { bodyOf } from './clickhouse-params.ts';
import { converterOf, rowFormat, rowsOfStream } from './clickhouse-rows.ts';
import {
  type AllowedSettings,
  allowedSettingsOf,
  isSettingError,
  type SettingRow,
  settingNames,
  settingsOf,
} from './clickhouse-settings.ts';
import {
  checkLimits,
  connectSeconds,
  type DatabaseAddress,
  type DatabaseClient,
  type DatabaseQuery,
  maxSessions,
  type StreamedResult,
} from './driver.ts';
import { DatabaseFailure, failureOf, type FailureReason } from './failure.ts';

/** ClickHouse over HTTP, by read-only queries. */
export function openClickhouse(address: DatabaseAddress): DatabaseClient {
  const scheme = address.tls === 'off' ? 'http' : 'https';
  const host = net.isIPv6(address.host) ? `[${address.host}]` : address.host;
  const client = createClient({
    url: `${scheme}://${host}:${address.port}`,
    username: address.user,
    password: address.password,
    database: address.database,
    application: 'Shuju',
    http_agent: agentOf(address),
    // Queries have time limits of their own.
    request_timeout: 2 ** 31 - 1,
    log: { level: ClickHouseLogLevel.OFF },
    // The driver leaves out a database called default, which need not be the default of the account.
    http_headers: address.database === 'default' ? { 'X-ClickHouse-Database': 'default' } : {},
  });
  const limit = pLimit(address.sessions ?? maxSessions);
  let allowed: AllowedSettings | null = null;

  async function send({ sql, params, settings, seconds }: SentQuery, id: string, signal: AbortSignal) {
    const { headers, ...body } = bodyOf(sql, params);
    const { stream, response_headers } = await client.exec({
      ...body,
      query_id: id,
      abort_signal: signal,
      http_headers: { ...headers, 'X-ClickHouse-Format': rowFormat },
      clickhouse_settings: { ...settings, ...settingsOf(seconds, allowed) },
    });
    return { stream, zone: String(response_headers['x-clickhouse-timezone'] ?? 'UTC') };
  }

  /** Sends a query; if the account may not change all settings, with those that it may change. */
  async function sendAllowed(request: SentQuery, id: string, signal: AbortSignal) {
    try {
      return await send(request, id, signal).catch((error: NodeJS.ErrnoException) => {
        // The server closes idle connections, sometimes just as the next query is sent.
        if (error.code !== 'ECONNRESET' || signal.aborted) throw error;
        return send(request, id, signal);
      });
    } catch (error) {
      if (allowed || !isSettingError(error)) throw error;
      allowed = await loadAllowed();
      if (allowed.names.size === settingNames.length && allowed.maxSeconds >= request.seconds) throw error;
      return await send(request, id, signal);
    }
  }

  async function loadAllowed(): Promise<AllowedSettings> {
    const names = settingNames.map((name) => `'${name}'`).join(', ');
    const result = await client.query({
      query: `select name, value, toString(readonly) as readonly, max from system.settings where name in (${names})`,
      format: 'JSONEachRow',
    });
    return allowedSettingsOf(await result.json<SettingRow>());
  }

  /** Kills a query, and waits until the server has ended it. */
  async function kill(id: string): Promise<void> {
    const { stream } = await client.exec({
      query: 'kill query where query_id = {id:String} sync',
      query_params: { id },
    });
    await stream.toArray();
  }

  async function query<T>(
    request: DatabaseQuery,
    read: (stream: Readable, request: DatabaseQuery, result: ClickhouseResult) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted();
    const id = randomUUID();
    const closing = new AbortController();
    let stopped: Promise<unknown> | undefined;
    const stop = () => {
      stopped ??= Promise.race([
        // If the account may not kill queries, the server cancels the query because its request closes.
        kill(id).catch(() => {}),
        sleep(maxKillMs, undefined, { ref: false }),
      ]);
      closing.abort();
      return stopped;
    };
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        void stop();
      },
      request.seconds * 1000 + graceMs,
    );
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const { stream, zone } = await sendAllowed(request, id, closing.signal);
      closing.signal.addEventListener('abort', () => stream.destroy(), { once: true });
      if (closing.signal.aborted) stream.destroy();
      return await read(stream, request, { zone, stop });
    } catch (error) {
      await stopped;
      signal?.throwIfAborted();
      if (error instanceof Problem) throw error;
      throw isLate ? timeoutFailure(request.seconds) : clickhouseFailureOf(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    query: (request, signal) => limit(() => query(request, collect, signal)),
    stream: (request, write, signal) => limit(() => query(request, streamTo(write), signal)),
    check: async (sql, signal) => {
      await limit(() => query({ sql: `explain ast ${sql}`, params: [], ...checkLimits }, collect, signal));
    },
    close: () => client.close(),
  };
}

type SentQuery = Pick<DatabaseQuery, 'sql' | 'params' | 'settings' | 'seconds'>;

// The server ends a query at its time limit. The client does so a little later: some accounts may not set the limit.
const graceMs = 2000;

/** How long stopping a query may take before the client gives up waiting for it. */
const maxKillMs = 10_000;

const timeoutFailure = (seconds: number) => new DatabaseFailure('time_limit', `Timeout exceeded: ${seconds} seconds`);

const reasons: Record<string, FailureReason> = {
  '47': 'missing',
  '60': 'missing',
  '81': 'database',
  '159': 'time_limit',
  '164': 'denied',
  '192': 'sign_in',
  '193': 'sign_in',
  '194': 'sign_in',
  '202': 'too_many',
  // Another server of its cluster does not answer.
  '209': 'lost',
  '210': 'lost',
  '279': 'lost',
  '456': 'parameters',
  '497': 'denied',
  '516': 'sign_in',
};

const reasonOf = ({ code = '', message }: { code?: string; message: string }): FailureReason | undefined =>
  reasons[code] ?? (message.startsWith('Timeout error') ? 'timeout' : undefined);

/** The failure behind an error of the driver. */
export const clickhouseFailureOf = (error: unknown) => failureOf(error, reasonOf);

type ClickhouseResult = { zone: string; stop: () => Promise<unknown> };

async function collect(stream: Readable, request: DatabaseQuery, result: ClickhouseResult) {
  const rows = collectRows(request);
  return rows.finish(await readRows(stream, result, async (batch) => batch.every((row) => rows.add(row))));
}

/** Streams the rows of a result in parts. */
const streamTo =
  (write: (values: unknown[][]) => Promise<void>) =>
  async (stream: Readable, request: DatabaseQuery, result: ClickhouseResult): Promise<StreamedResult> => {
    const { admit, finish } = limitRows(request);
    const columns = await readRows(stream, result, async (batch, converters) => {
      const end = batch.findIndex((row) => !admit(row));
      await write(convertRows(end === -1 ? batch : batch.slice(0, end), converters));
      return end === -1;
    });
    return { columns: describeColumns(columns), ...finish() };
  };

/** Reads the rows of a result in batches, until one is not accepted; returns the columns. */
async function readRows(
  stream: Readable,
  { zone, stop }: ClickhouseResult,
  accept: (batch: ResultRow[], columns: ResultConverter[]) => Promise<boolean>,
): Promise<ResultConverter[]> {
  const header: string[][] = [];
  let columns: ResultConverter[] = [];
  for await (const batch of rowsOfStream(stream)) {
    while (header.length < 2 && batch.length > 0) {
      header.push(batch.shift() as string[]);
      const [names, types] = header;
      if (types) columns = names!.map((name, index) => ({ name, ...converterOf(types[index]!, zone) }));
    }
    if (batch.length === 0 || (await accept(batch, columns))) continue;
    // Rows beyond the limits are not needed, and may be endless.
    await stop();
    break;
  }
  return columns;
}

/** An agent that connects to the checked address, while TLS verifies the name of the host. */
function agentOf({ address, host, tls: security }: DatabaseAddress): http.Agent {
  const isPlain = security === 'off';
  const agent = isPlain ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true });
  const secure = { servername: net.isIP(host) ? '' : host, rejectUnauthorized: security === 'verified' };
  agent.createConnection = (options) => {
    const target = { ...options, host: address } as net.TcpNetConnectOpts;
    const socket = isPlain ? net.connect(target) : tls.connect({ ...target, ...secure });
    const timer = setTimeout(() => socket.destroy(new Error('Connecting took too long.')), connectSeconds * 1000);
    for (const event of [isPlain ? 'connect' : 'secureConnect', 'close']) socket.once(event, () => clearTimeout(timer));
    return socket;
  };
  return agent;
}
