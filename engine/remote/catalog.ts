import type { ColumnType, Scalar } from '#domain/query/query.ts';
import { checkLimits, type DatabaseAddress, type DatabaseAnswer, type DatabaseClient } from './driver.ts';

/** A table or view that the account may read; `rows` is an estimate of the database, if it has one. */
export type CatalogTable = {
  schema: string;
  name: string;
  kind: 'table' | 'view';
  comment: string;
  rows: number | null;
};

/** A column of a table: `declared` is its type in the database; `isLocalTime` if it stores times without a zone. */
export type CatalogColumn = {
  name: string;
  type: ColumnType;
  declared: string;
  isLocalTime: boolean;
  comment: string;
};

/**
 * Rights of an account beyond reading: to change data (with a few tables as examples), to read files of the database
 * server, or to call other hosts through it.
 */
export type AccountRights = { writes: string[]; readsFiles: boolean; callsHosts: boolean };

/** The result of inspecting an account when a connection is tested. */
export type AccountReport = AccountRights & {
  /** The server knows no time zones by name, so days and hours of a zone are empty. Possible only on MySQL. */
  lacksTimeZones: boolean;
};

type CatalogQuery = { sql: string; params?: Scalar[] };

/** Runs a query of a catalog, and returns its rows. */
export type RunCatalogQuery = (query: CatalogQuery) => Promise<unknown[][]>;

/** How a kind of database lists its tables. Queries return columns in the order given for each. */
export type Catalog = {
  /** schema, name, isView, comment, rows */
  tables: (run: RunCatalogQuery, address: DatabaseAddress) => Promise<unknown[][]>;
  /** name, declared, isLocalTime, comment */
  columns: (table: { schema: string; name: string }) => CatalogQuery;
  /** Reads no rows, for the types of the columns. */
  probe: (table: { schema: string; name: string }, columns: string[]) => CatalogQuery;
  rights: (run: RunCatalogQuery) => Promise<AccountRights>;
  lacksTimeZones: (run: RunCatalogQuery) => Promise<boolean>;
  /** Statements that create an account which can only read; where there are none, rules for a file of the server. */
  readOnlyAccount: (address: DatabaseAddress) => string;
};

const rowsOf = ({ values }: DatabaseAnswer): unknown[][] =>
  (values[0] ?? []).map((_, row) => values.map((column) => column[row]));

async function list(client: DatabaseClient, { sql, params = [] }: CatalogQuery, signal?: AbortSignal) {
  return rowsOf(await client.query({ sql, params, ...checkLimits }, signal));
}

export type CatalogContext = {
  client: DatabaseClient;
  catalog: Catalog;
  address: DatabaseAddress;
  signal?: AbortSignal;
};

/** Some databases have no booleans but 0 and 1. */
type DatabaseBoolean = boolean | number;
type TableRow = [
  schema: string,
  name: string,
  isView: DatabaseBoolean,
  comment: string | null,
  rows: number | string | null,
];
type ColumnRow = [name: string, declared: string, isLocalTime: DatabaseBoolean, comment: string | null];

export async function listTables({ client, catalog, address, signal }: CatalogContext): Promise<CatalogTable[]> {
  const rows = await catalog.tables((query) => list(client, query, signal), address);
  return (rows as TableRow[]).map(([schema, name, isView, comment, count]) => ({
    schema,
    name,
    kind: isView ? 'view' : 'table',
    comment: comment ?? '',
    rows: count === null ? null : Number(count),
  }));
}

/** The columns that the account may read, in their order. */
export async function listColumns(
  { client, catalog, signal }: CatalogContext,
  table: { schema: string; name: string },
): Promise<CatalogColumn[]> {
  const rows = (await list(client, catalog.columns(table), signal)) as ColumnRow[];
  const names = rows.map(([name]) => name);
  if (names.length === 0) return [];
  const { sql, params = [] } = catalog.probe(table, names);
  const { columns } = await client.query({ sql, params, ...checkLimits }, signal);
  return rows.map(([, declared, isLocalTime, comment], index) => ({
    name: names[index]!,
    type: columns[index]!.type,
    declared,
    isLocalTime: Boolean(isLocalTime),
    comment: comment ?? '',
  }));
}

export async function inspectAccount({ client, catalog, signal }: CatalogContext): Promise<AccountReport> {
  const run: RunCatalogQuery = (query) => list(client, query, signal);
  return { ...(await catalog.rights(run)), lacksTimeZones: await catalog.lacksTimeZones(run) };
}
