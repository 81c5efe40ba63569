import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import type { AccountRights, Catalog, RunCatalogQuery } from '../catalog.ts';
import { logComment } from '../clickhouse-settings.ts';
import { DatabaseFailure } from '../failure.ts';
import { type AccountGrant, grantOf, scopesOf } from '../grants.ts';

const { quote } = clickhouse;

// Materialized views store their rows in tables named .inner.
const tables = `select database, name, engine in ('View', 'MaterializedView', 'LiveView', 'WindowView'), comment, total_rows
from system.tables
where database = currentDatabase() and not is_temporary and not startsWith(name, '.inner')
order by name`;

// Ephemeral columns are only inserted.
const columns = `select name, type, false, comment
from system.columns
where database = {p1:String} and table = {p2:String} and default_kind != 'EPHEMERAL'
order by position`;

const settings = "select getSetting('readonly'), getSetting('log_comment')";

const writing = /^(ALL|INSERT|ALTER|CREATE(?! (ARBITRARY )?TEMPORARY)|DROP|TRUNCATE)\b/;
const fileSources = ['FILE', 'SOURCES', 'ALL'];
const hostSources = ['URL', 'REMOTE', 'MONGO', 'REDIS', 'MYSQL', 'POSTGRES', 'ODBC', 'JDBC', 'HDFS', 'S3', 'AZURE'];

/** Older servers grant a source as a privilege, newer ones grant to read or write it. */
function mayUse(grants: AccountGrant[], sources: string[]): boolean {
  return grants.some(({ privileges, scope }) => {
    const isSource =
      privileges.some((each) => each === 'READ' || each === 'WRITE') && ['*', ...sources].includes(scope);
    return isSource || privileges.some((each) => sources.includes(each));
  });
}

// Nothing listens at port 1, and no rows are read.
const fileProbes = ["select 1 from file('shuju', 'LineAsString', 'line String') limit 0"];
const hostProbes = [
  "select 1 from url('http://127.0.0.1:1/', 'LineAsString', 'line String') limit 0",
  "select 1 from remote('127.0.0.1:1', 'system', 'one') limit 0",
];

/** Whether the server does not deny a query, even if it fails in another way. */
async function isAllowed(run: RunCatalogQuery, sql: string): Promise<boolean> {
  try {
    await run({ sql });
    return true;
  } catch (error) {
    if (error instanceof DatabaseFailure && error.reason === 'denied') return false;
    if (error instanceof DatabaseFailure && error.reason === 'wrong') return true;
    throw error;
  }
}

async function isOneAllowed(run: RunCatalogQuery, probes: string[]): Promise<boolean> {
  for (const sql of probes) if (await isAllowed(run, sql)) return true;
  return false;
}

/** Grants, including those of roles where the server can show them. */
async function listGrants(run: RunCatalogQuery): Promise<AccountGrant[]> {
  const lines = await run({ sql: 'show grants final' }).catch((error: unknown) => {
    if (error instanceof DatabaseFailure && error.reason === 'wrong') return run({ sql: 'show grants' });
    throw error;
  });
  return (lines as [string][]).flatMap(([line]) => grantOf(line) ?? []);
}

/**
 * Most accounts have all grants, and some of them are read-only by their settings. Such an account cannot do more than
 * our queries can, so trying shows which of its grants its settings allow. Others are read-only only in our queries.
 */
async function findRights(run: RunCatalogQuery): Promise<AccountRights> {
  const grants = await listGrants(run);
  const [[readonly, comment]] = (await run({ sql: settings })) as [[number | string, string]];
  // Our queries set both. An account with readonly = 1 may set neither; one with 2 may not set readonly.
  const isReadOnly = comment !== logComment || Number(readonly) !== 1;
  const reads = mayUse(grants, fileSources);
  const calls = mayUse(grants, [...hostSources, 'SOURCES', 'ALL']);
  return {
    writes: isReadOnly ? [] : scopesOf(grants, writing),
    readsFiles: reads && (!isReadOnly || (await isOneAllowed(run, fileProbes))),
    callsHosts: calls && (!isReadOnly || (await isOneAllowed(run, hostProbes))),
  };
}

export const clickhouseCatalog: Catalog = {
  tables: (run) => run({ sql: tables }),
  columns: ({ schema, name }) => ({ sql: columns, params: [schema, name] }),
  probe: ({ schema, name }, names) => ({
    sql: `select ${names.map(quote).join(', ')} from ${quote(schema)}.${quote(name)} limit 0`,
  }),
  rights: findRights,
  lacksTimeZones: async () => false,
  readOnlyAccount: ({ database }) => `create user shuju_reader identified by '…';
grant select on ${quote(database)}.* to shuju_reader;`,
};
