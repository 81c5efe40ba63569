import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { ConnectionSource, Engine, EngineRunOptions, Export, FileSource, Statement } from '#engine/engine.ts';
import type { DatabaseQuery } from './driver.ts';
import { authorProblemOf, selectFrom, viewerProblemOf } from './person-sql.ts';
import type { DriverProcess } from './remote.ts';
import { uniqueNamesOf } from './result-names.ts';
import type { RemoteDatabase } from './tasks.ts';

const megabyte = 1024 * 1024;
/** Bytes of a result that is returned, and of one that is written into a file. */
const maxAnswerBytes = 16 * megabyte;
const maxFileBytes = 256 * megabyte;

/** Dependencies of exporting results of a database. */
export type ExportParts = {
  remote: DriverProcess;
  /** Writes segments, from which the engine of files exports. */
  loads: ProcessPool;
  files: Engine;
  /** Folder for files that exist only during an export. */
  folder: string;
};

type ConnectionEngineParts = ExportParts & {
  /** The settings of a connection, with its password. */
  findDatabase: (connection: string) => Promise<RemoteDatabase>;
};

/** Runs queries on connected databases. */
export function openConnectionEngine(parts: ConnectionEngineParts): Omit<Engine<ConnectionSource>, 'gate'> {
  const { remote, findDatabase } = parts;

  async function requestOf(
    { sources, ...statement }: Statement & { sources: ConnectionSource[] },
    limits: Pick<DatabaseQuery, 'maxRows' | 'maxBytes' | 'seconds'>,
  ) {
    const database = await findDatabase(sources[0]!.connection);
    if (statement.by === 'person')
      // One more row shows that the result was cut off.
      return { database, query: { sql: selectFrom(statement.sql, limits.maxRows + 1), params: [], ...limits } };
    const { sql, params, booleans = [] } = statement;
    return { database, query: { sql, params, compiled: { booleans }, ...limits } };
  }

  return {
    query: async (query, options) => {
      const limits = { maxRows: Infinity, maxBytes: maxAnswerBytes, seconds: options.seconds };
      const request = await requestOf({ by: 'compiler', ...query }, limits);
      const { columns, values } = await remote
        .run('query', request, options)
        .catch(throwFor({ by: 'compiler', ...query }));
      return { columns, values };
    },
    answer: async ({ limit, ...query }, options) => {
      const limits = { maxRows: limit, maxBytes: maxAnswerBytes, seconds: options.seconds };
      return remote.run('answer', await requestOf(query, limits), options).catch(throwFor(query));
    },
    export: async (order, options) => {
      const { limit, ...query } = order.query;
      const limits = { maxRows: limit, maxBytes: maxFileBytes, seconds: options.seconds };
      const request = await requestOf(query, limits);
      return exportThroughSegment(parts, { order, request, options }).catch(throwFor(query));
    },
    close: () => remote.close(),
  };
}

/** Throws the failure of a query as it is reported to the author of its SQL, or to viewers of its result. */
const throwFor =
  ({ by, sources }: Pick<Statement, 'by'> & { sources: ConnectionSource[] }) =>
  (cause: unknown): never => {
    if (by === 'person') throw authorProblemOf(cause);
    throw sources.some((source) => 'sql' in source) ? viewerProblemOf(cause) : cause;
  };

type DatabaseExport = {
  order: Omit<Export, 'query'>;
  request: { database: RemoteDatabase; query: DatabaseQuery };
  options: EngineRunOptions;
};

/** Stores the result as a segment and exports that, so that exports of every source have the same format. */
export async function exportThroughSegment(
  { remote, loads, files, folder }: ExportParts,
  { order, request, options }: DatabaseExport,
) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const segment = path.join(folder, randomUUID());
  const rows = `${segment}.rows`;
  try {
    const written = await remote.run('write', { ...request, file: rows }, options);
    const names = uniqueNamesOf(written.columns.map(({ name }) => name));
    const columns = written.columns.map(({ type }, index) => ({ id: `c${index + 1}`, name: names[index]!, type }));
    await loads.run('write', { file: segment, columns, rows }, options);
    const source: FileSource = { at: 'files', name: 'result', columns, segments: written.rows > 0 ? [segment] : [] };
    const query = { by: 'compiler' as const, sql: 'select * from result', params: [], sources: [source] };
    const exported = await files.export({ ...order, query: { ...query, limit: written.rows } }, options);
    return { ...exported, isCutOff: written.isCutOff };
  } finally {
    await Promise.all([segment, rows].map((file) => rm(file, { force: true })));
  }
}
