import type { Engine, EngineRunOptions, Statement, WarehouseSource } from '#engine/engine.ts';
import { checkLimits, type DatabaseQuery } from '#engine/remote/driver.ts';
import { exportThroughSegment, type ExportParts } from '#engine/remote/engine.ts';
import { uniqueNamesOf } from '#engine/remote/result-names.ts';
import type { RemoteDatabase } from '#engine/remote/tasks.ts';
import { warehouseTable } from '#engine/sql/warehouse-rows.ts';
import { throwIfUnavailable, warehouseProblemOf } from './failure.ts';
import { type QueryWarehouse, gateSql } from './gate.ts';
import { createPreference } from './nodes.ts';
import { personSqlOf } from './person-sql.ts';
import { personProblemOf } from './sql-problem.ts';

const megabyte = 1024 * 1024;
/** Bytes of a result that is returned, and of one that is written into a file, without passing through memory. */
const maxAnswerBytes = 16 * megabyte;
const maxFileBytes = 16 * 1024 * megabyte;

type WarehouseLimits = Pick<DatabaseQuery, 'maxRows' | 'maxBytes' | 'seconds'>;

type WarehouseEngineParts = ExportParts & { databases: RemoteDatabase[] };

/** Runs queries on rows in the warehouse. */
export function openWarehouseEngine(parts: WarehouseEngineParts): Omit<Engine<WarehouseSource>, 'close'> {
  const { remote, databases } = parts;
  const preferAnswering = createPreference(databases.length);

  /** Runs a task on a server that answers. */
  const onAny = <T>(run: (database: RemoteDatabase) => Promise<T>): Promise<T> =>
    preferAnswering((index) => run(databases[index]!).catch(throwIfUnavailable));

  /** Runs queries of the gate, which analyze SQL of people, on a server. */
  const queryWarehouse =
    (options: EngineRunOptions): QueryWarehouse =>
    (query) =>
      onAny((database) =>
        remote.run('query', { database, query: { ...query, ...checkLimits, seconds: options.seconds } }, options),
      );

  async function queryOf(
    statement: Statement & { sources: WarehouseSource[] },
    limits: WarehouseLimits,
    options: EngineRunOptions,
  ): Promise<DatabaseQuery> {
    if (statement.by === 'compiler') {
      const { sql, params } = statement;
      return { sql, params, compiled: { booleans: [] }, ...limits };
    }
    const { sql, params, zone } = statement;
    const sources = statement.sources.map((source) => ({ ...nameOf(source), sql: warehouseTable(source, zone) }));
    const personSql = await personSqlOf({ sql, params, zone, sources, limit: limits.maxRows }, queryWarehouse(options));
    return { ...personSql, ...limits };
  }

  /** Runs a query on a server that answers; failures of SQL of people become Problems for its author. */
  async function run<T>(
    engineQuery: Statement & { sources: WarehouseSource[] },
    limits: WarehouseLimits,
    options: EngineRunOptions,
    task: (request: { database: RemoteDatabase; query: DatabaseQuery }) => Promise<T>,
  ): Promise<T> {
    const query = await queryOf(engineQuery, limits, options);
    return onAny((database) => task({ database, query })).catch((cause: unknown) => {
      throw warehouseProblemOf(engineQuery.by === 'person' ? personProblemOf(cause, engineQuery.sql) : cause);
    });
  }

  return {
    gate: (sql, options) => gateSql(sql, queryWarehouse(options)),
    query: async (engineQuery, options) => {
      const limits = { maxRows: Infinity, maxBytes: maxAnswerBytes, seconds: options.seconds };
      const { columns, values } = await run({ by: 'compiler', ...engineQuery }, limits, options, (request) =>
        remote.run('query', request, options),
      );
      return { columns, values };
    },
    answer: async ({ limit, ...engineQuery }, options) => {
      const limits = { maxRows: limit, maxBytes: maxAnswerBytes, seconds: options.seconds };
      const answer = await run(engineQuery, limits, options, (request) => remote.run('answer', request, options));
      const names = uniqueNamesOf(answer.columns.map(({ name }) => name));
      return { ...answer, columns: answer.columns.map((column, index) => ({ ...column, name: names[index]! })) };
    },
    export: (order, options) => {
      const { limit, ...engineQuery } = order.query;
      const limits = { maxRows: limit, maxBytes: maxFileBytes, seconds: options.seconds };
      return run(engineQuery, limits, options, (request) => exportThroughSegment(parts, { order, request, options }));
    },
  };
}

const nameOf = ({ schema, name }: WarehouseSource) => ({ ...(schema !== undefined && { schema }), name });
