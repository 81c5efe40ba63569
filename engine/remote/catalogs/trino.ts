import { trino } from '#engine/sql/dialects/trino.ts';
import type { AccountRights, Catalog, RunCatalogQuery } from '../catalog.ts';
import { DatabaseFailure } from '../failure.ts';
import { splitTrinoDatabase } from '../trino.ts';

const { quote } = trino;

// Without comments and numbers of rows: Trino would load the metadata of every table.
const tables = (condition: string) => `select table_schema, table_name, table_type = 'VIEW', null, null
from information_schema.tables
where ${condition}
order by 1, 2`;

// information_schema.columns has no comments.
const columns = `select column_name, type_name, type_name like 'timestamp%' and type_name not like '%with time zone', remarks
from system.jdbc.columns
where table_cat = current_catalog and table_schem = ? and table_name = ?
order by ordinal_position`;

const samples = `select table_schema, table_name from information_schema.tables
where table_schema <> 'information_schema' and table_type = 'BASE TABLE' order by 1, 2 limit 5`;

type TableName = [schema: string, name: string];

const qualify = ([schema, name]: TableName) => `${quote(schema)}.${quote(name)}`;
const insertInto = (table: TableName) => `insert into ${qualify(table)} select * from ${qualify(table)}`;
const createIn = (schema: string) => `create table ${qualify([schema, 'shuju_is_allowed'])} as select 1 as n`;

/**
 * Whether access control allows a statement, which is analyzed and not executed. In our read-only transactions, analyzing
 * an allowed statement fails with this error, and any other statement with another one.
 */
async function isAllowed(run: RunCatalogQuery, statement: string): Promise<boolean> {
  try {
    await run({ sql: `explain (type validate) ${statement}` });
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseFailure) || !['denied', 'wrong', 'missing'].includes(error.reason)) throw error;
    return error.message.includes('read-only transaction');
  }
}

/**
 * Trino does not list the rights of an account: access rules can even be outside of it. So rights are probed for a few
 * tables and their schemas. Whether the underlying catalog is writable at all remains unknown. SQL of Trino reaches
 * files and hosts only through its catalogs.
 */
async function findRights(run: RunCatalogQuery): Promise<AccountRights> {
  const names = (await run({ sql: samples })) as TableName[];
  const writes: string[] = [];
  for (const schema of new Set(names.map(([schema]) => schema)))
    if (await isAllowed(run, createIn(schema))) writes.push(schema);
  for (const table of names) if (await isAllowed(run, insertInto(table))) writes.push(table.join('.'));
  return { writes: writes.slice(0, 3), readsFiles: false, callsHosts: false };
}

/** The catalog is that of the session. */
export const trinoCatalog: Catalog = {
  tables: (run, { database }) => {
    const { schema } = splitTrinoDatabase(database);
    if (schema === null) return run({ sql: tables("table_schema <> 'information_schema'") });
    return run({ sql: tables('table_schema = ?'), params: [schema] });
  },
  columns: ({ schema, name }) => ({ sql: columns, params: [schema, name] }),
  probe: ({ schema, name }, names) => ({
    sql: `select ${names.map(quote).join(', ')} from ${qualify([schema, name])} limit 0`,
  }),
  rights: findRights,
  lacksTimeZones: async () => false,
  // Trino has no SQL that creates accounts. These are rules of file-based access control.
  readOnlyAccount: ({ database }) => {
    const { catalog } = splitTrinoDatabase(database);
    return JSON.stringify({ catalogs: [{ user: 'shuju_reader', catalog, allow: 'read-only' }] }, null, 2);
  },
};
