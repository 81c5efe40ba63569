import { mysql } from '#engine/sql/dialects/mysql.ts';
import type { AccountRights, Catalog, RunCatalogQuery } from '../catalog.ts';
import { type AccountGrant, grantOf, scopesOf } from '../grants.ts';

const { quote } = mysql;

const fromTables = `from information_schema.tables
where table_schema = database() and table_type in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')`;

// For numbers of rows MariaDB opens every table.
const maxTablesWithRows = 1000;

async function listTables(run: RunCatalogQuery): Promise<unknown[][]> {
  const [[count]] = (await run({ sql: `select count(*) ${fromTables}` })) as [[number]];
  const rows = count > maxTablesWithRows ? 'null' : 'table_rows';
  // Views have the comment VIEW, or why they cannot be read.
  const comment = "if(table_type = 'VIEW', '', table_comment)";
  const fields = `table_schema, table_name, table_type = 'VIEW', ${comment}, ${rows}`;
  return run({ sql: `select ${fields} ${fromTables} order by 2` });
}

const columns = `select column_name, column_type, data_type = 'datetime', column_comment
from information_schema.columns
where table_schema = ? and table_name = ? and find_in_set('select', privileges)
order by ordinal_position`;

// Tables of these engines can be on another server.
const hostEngines = `select count(*) from information_schema.engines
where engine in ('CONNECT', 'FEDERATED', 'SPIDER') and support in ('YES', 'DEFAULT')`;

const writing = /^(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE(?! TEMPORARY)|DROP|ALTER|SUPER)/;
const creating = /^(ALL PRIVILEGES|CREATE)$/;
const replicating = /^(SUPER|REPLICATION[ _](SLAVE|REPLICA)[ _]ADMIN)$/;

const isGlobal = ({ scope }: AccountGrant) => scope === '*.*';

/** SHOW GRANTS includes the grants of active roles. */
async function findRights(run: RunCatalogQuery): Promise<AccountRights> {
  const lines = (await run({ sql: 'show grants' })) as [string][];
  const grants = lines.flatMap(([line]) => grantOf(line) ?? []);
  const everything = grants.filter((grant) => isGlobal(grant) && grant.privileges.includes('ALL PRIVILEGES'));
  const [[engines]] = (await run({ sql: hostEngines })) as [[number]];
  return {
    // In the names of databases _ and % are wildcards, and escaped.
    writes: scopesOf(grants, writing).map((scope) => scope.replace(/\\([_%\\])/g, '$1')),
    readsFiles: everything.length > 0 || scopesOf(grants, /^FILE$/).length > 0,
    callsHosts:
      everything.length > 0 ||
      scopesOf(grants, replicating).length > 0 ||
      (engines > 0 && scopesOf(grants, creating).length > 0),
  };
}

// Null unless an administrator has loaded the time zone tables.
const timeZones = "select convert_tz('2026-01-01 00:00:00', '+00:00', 'Asia/Shanghai')";

export const mysqlCatalog: Catalog = {
  tables: listTables,
  columns: ({ schema, name }) => ({ sql: columns, params: [schema, name] }),
  probe: ({ schema, name }, names) => ({
    sql: `select ${names.map(quote).join(', ')} from ${quote(schema)}.${quote(name)} limit 0`,
  }),
  rights: findRights,
  lacksTimeZones: async (run) => (await run({ sql: timeZones }))[0]![0] === null,
  readOnlyAccount: ({ database }) => `create user 'shuju_reader'@'%' identified by '…';
grant select on ${quote(database.replace(/[_%\\]/g, String.raw`\$&`))}.* to 'shuju_reader'@'%';`,
};
