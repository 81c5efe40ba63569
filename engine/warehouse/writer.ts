import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';

import type { SegmentRange, StoredCells, WarehouseSource } from '#engine/engine.ts';
import type { DatabaseAddress } from '#engine/remote/driver.ts';
import { DatabaseFailure } from '#engine/remote/failure.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import { rangesCondition, storedNameOf, warehouseRows, warehouseTypes } from '#engine/sql/warehouse-rows.ts';
import { throwStorageProblem } from './failure.ts';
import { openWarehouseNodes } from './nodes.ts';
import { createStatements, partTableOf, type WarehouseLayout } from './tables.ts';

const { quote } = clickhouse;

/** From this many rows on, a segment is a partition, so that deleting it is instant. */
const largeSegmentRows = 1_000_000;
/** Time limit of a trivial query. A network that was cut off never answers. */
const maxAnswerMs = 10_000;

/** Rows of a Parquet file that become a segment of a table. */
type SegmentInsert = { table: string; number: number; rows: number; cells: StoredCells[]; file: string };

/** Writes to the warehouse: one table per dataset, whose rows have the number of their segment. */
export type WarehouseWriter = {
  /** Marks the database as that of an installation, unless another one did; returns which one. */
  claim: (installation: string) => Promise<string>;
  /** The versions of its servers. */
  listVersions: () => Promise<string[]>;
  /** Creates the table of a dataset, and the columns that it does not have yet. */
  createTable: (table: string, cells: StoredCells[]) => Promise<void>;
  /** Inserts a segment. If it fails, some of its rows may be stored: its number must not be used. */
  insert: (segment: SegmentInsert, signal?: AbortSignal) => Promise<void>;
  /** Writes the rows of a source into a Parquet file, with its columns named by their ids, in their order. */
  download: (source: WarehouseSource, file: string, signal?: AbortSignal) => Promise<void>;
  /** Ends the insert with this number, if it still runs. */
  stopInsert: (table: string, number: number) => Promise<void>;
  /** Deletes the rows of all segments up to the last number, except these. */
  deleteExcept: (table: string, needed: { last: number; ranges: SegmentRange[] }) => Promise<void>;
  dropTable: (table: string) => Promise<void>;
  /** The tables of datasets, and the one that marks the database. */
  listTables: () => Promise<string[]>;
  /** Bytes of all tables on disk. */
  countBytes: () => Promise<number>;
  close: () => Promise<void>;
};

export function openWarehouseWriter(
  addresses: DatabaseAddress[],
  layout: WarehouseLayout,
  answerMs = maxAnswerMs,
): WarehouseWriter {
  const { database } = layout;
  const { useAny, useEach, useReachable, close } = openWarehouseNodes(addresses);
  const nameOf = (table: string) => `${quote(database)}.${quote(table)}`;

  async function insert({ table, number, rows, cells, file }: SegmentInsert, signal?: AbortSignal): Promise<void> {
    const partition = rows >= largeSegmentRows ? number : 0;
    const names = cells.map((cell) => quote(storedNameOf(cell)));
    const inputs = cells.map((cell) => `${quote(cell.id)} Nullable(${inputTypeOf(cell)})`);
    // Dates arrive as times, because dates in Parquet files are accepted from 1900 to 2299 only.
    const values = cells.map(({ id, type }) => (type === 'date' ? `toDate32(${quote(id)})` : quote(id)));
    const structure = ['_r Int64', ...inputs].join(', ').replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    const query = `insert into ${nameOf(table)} (${['_p', '_s', '_r', ...names].join(', ')})
      select ${[partition, number, '_r', ...values].join(', ')} from input('${structure}') format Parquet`;
    const client = await findAvailable();
    // Not on another server if it fails: this one may still be storing rows with this number.
    await client
      .exec({
        query,
        values: createReadStream(file),
        query_id: queryIdOf(table, number),
        ...(signal && { abort_signal: signal }),
        clickhouse_settings: {
          async_insert: 0,
          insert_deduplicate: 0,
          distributed_foreground_insert: 1,
          wait_end_of_query: 1,
        },
      })
      .then(({ stream }) => stream.toArray())
      .catch(throwStorageProblem);
  }

  const findAvailable = () =>
    useAny(async (client) => {
      await requireAnswer(client);
      return client;
    });

  const requireAnswer = (client: ClickHouseClient) => selectSoon(client, 'select 1', answerMs);

  async function download(source: WarehouseSource, file: string, signal?: AbortSignal): Promise<void> {
    const named = { ...source, columns: source.columns.map((column) => ({ ...column, name: column.id })) };
    const columns = named.columns.map(({ id }) => quote(id));
    const { stream } = await useAny((client) =>
      client.exec({
        query: `select ${columns.join(', ') || '_r'} from (${warehouseRows(named)}) order by _s, _r format Parquet`,
        ...(signal && { abort_signal: signal }),
      }),
    );
    await pipeline(stream, createWriteStream(file, { mode: 0o600 }), { ...(signal && { signal }) });
  }

  async function deleteExcept(
    table: string,
    { last, ranges }: { last: number; ranges: SegmentRange[] },
  ): Promise<void> {
    const unlisted = [`_s <= ${last}`, ...(ranges.length > 0 ? [`not ${rangesCondition(ranges)}`] : [])].join(' and ');
    const part = partTableOf(table, layout);
    await useEach(async (client) => {
      if (!(await listTablesOf(client)).includes(part)) return;
      const partitions = await select<{ partition: string }>(
        client,
        `select toString(_p) as partition from ${nameOf(part)} where _p > 0 and ${unlisted} group by _p`,
      );
      for (const { partition } of partitions)
        await run(client, `alter table ${nameOf(part)} drop partition ${partition}`);
      await run(client, `delete from ${nameOf(part)} where ${unlisted}`);
    });
  }

  async function listTablesOf(client: ClickHouseClient): Promise<string[]> {
    const sql = 'select name from system.tables where database = {database:String}';
    return (await select<{ name: string }>(client, sql, { database })).map(({ name }) => name);
  }

  async function claim(installation: string): Promise<string> {
    const table = nameOf(markTable);
    const owners = await useReachable(async (client) => {
      const find = () => select<{ id: string }>(client, `select id from ${table} order by at, id limit 1`);
      // A read-only user needs no more rights than for this.
      const isMarked = (await listTablesOf(client)).includes(markTable);
      const [owner] = isMarked ? await find() : [];
      if (owner) return owner.id;
      const create = `create table if not exists ${table} (id String, at DateTime64(6)) engine = MergeTree order by at`;
      await run(client, create);
      await run(client, `insert into ${table} values ({installation:String}, now64(6))`, { installation });
      return (await find())[0]!.id;
    });
    return owners.find((owner) => owner !== installation) ?? installation;
  }

  return {
    claim,
    listVersions: async () => {
      const versions = await useReachable((client) =>
        selectSoon<{ version: string }>(client, 'select version() as version', answerMs),
      );
      return versions.flat().map(({ version }) => version);
    },
    createTable: async (table, cells) => {
      await useEach(async (client) => {
        await requireAnswer(client);
        for (const statement of createStatements(table, cells, layout)) await run(client, statement);
      });
    },
    insert,
    download,
    stopInsert: async (table, number) => {
      const sql = 'kill query where query_id = {id:String} or initial_query_id = {id:String} sync';
      await useEach((client) => run(client, sql, { id: queryIdOf(table, number) }));
    },
    deleteExcept,
    dropTable: async (table) => {
      await useEach(async (client) => {
        for (const name of new Set([table, partTableOf(table, layout)]))
          await run(client, `drop table if exists ${nameOf(name)} sync`);
      });
    },
    listTables: async () => {
      const lists = await useEach(listTablesOf);
      return [...new Set(lists.flat())].filter((name) => !name.endsWith('_part'));
    },
    countBytes: async () => {
      const sql =
        'select toString(sum(bytes_on_disk)) as bytes from system.parts where active and database = {database:String}';
      const sizes = await useReachable((client) => select<{ bytes: string }>(client, sql, { database }));
      return sizes.flat().reduce((sum, { bytes }) => sum + Number(bytes), 0);
    },
    close,
  };
}

/** The table that records which installation a database belongs to. */
export const markTable = 'installation';

async function run(client: ClickHouseClient, query: string, query_params: Record<string, unknown> = {}): Promise<void> {
  await client.command({ query, query_params, clickhouse_settings: { wait_end_of_query: 1 } });
}

async function select<T>(
  client: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<T[]> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' });
  return result.json<T>();
}

/** The result of a trivial query; a server that does not return it soon counts as unavailable. */
async function selectSoon<T>(client: ClickHouseClient, query: string, timeoutMs: number): Promise<T[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const result = await client.query({ query, format: 'JSONEachRow', abort_signal: signal });
    return await result.json<T>();
  } catch (error) {
    throw signal.aborted ? new DatabaseFailure('timeout', `no answer within ${timeoutMs / 1000} seconds`) : error;
  }
}

const queryIdOf = (table: string, number: number) => `shuju-${table}-${number}`;

const inputTypeOf = ({ type }: StoredCells) => warehouseTypes[type === 'date' ? 'time' : type];
