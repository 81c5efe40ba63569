import { postgres } from '#engine/sql/dialects/postgres.ts';
import type { AccountRights, Catalog, RunCatalogQuery } from '../catalog.ts';

const { quote } = postgres;

const tables = `select n.nspname, c.relname, c.relkind in ('v', 'm'), d.description,
  case when c.reltuples >= 0 then c.reltuples::bigint end
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
  and has_schema_privilege(n.oid, 'usage')
  and (has_table_privilege(c.oid, 'select') or has_any_column_privilege(c.oid, 'select'))
order by 1, 2`;

const columns = `select a.attname, format_type(a.atttypid, a.atttypmod),
  coalesce(nullif(t.typbasetype, 0), t.oid) = 'timestamp'::regtype, col_description(c.oid, a.attnum)
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped
  and has_column_privilege(c.oid, a.attnum, 'select')
order by a.attnum`;

// Functions and roles that give SQL access to files and hosts outside the database.
const fileFunctions = "('pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'lo_import', 'lo_export')";
const hostFunctions = "('dblink', 'dblink_connect', 'dblink_exec', 'http', 'http_get')";
const mayCall = (names: string) =>
  `exists (select from pg_proc where proname in ${names} and has_function_privilege(oid, 'execute'))`;
const hasRole = (name: string) =>
  `exists (select from pg_roles where rolname = '${name}' and pg_has_role(current_user, oid, 'usage'))`;

const rights = `with written as (
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'insert, update, delete, truncate')
  order by 1 limit 3
), places as (
  select current_database()::text as name where has_database_privilege(current_database(), 'create')
  union all
  select nspname from pg_namespace where nspname !~ '^pg_' and has_schema_privilege(oid, 'create')
  order by 1 limit 3
), account as (
  select ${mayCall(fileFunctions)} or ${hasRole('pg_read_server_files')} or ${hasRole('pg_write_server_files')}
      or ${hasRole('pg_execute_server_program')} as reads_files,
    ${mayCall(hostFunctions)} or ${hasRole('pg_execute_server_program')} as calls_hosts
)
select names.name, account.reads_files, account.calls_hosts
from account left join (select name from written union select name from places) as names on true`;

type RightsRow = [writes: string | null, readsFiles: boolean, callsHosts: boolean];

async function findRights(run: RunCatalogQuery): Promise<AccountRights> {
  const rows = (await run({ sql: rights })) as RightsRow[];
  return {
    writes: rows.flatMap(([name]) => (name === null ? [] : [name])),
    readsFiles: rows.some(([, readsFiles]) => readsFiles),
    callsHosts: rows.some(([, , callsHosts]) => callsHosts),
  };
}

export const postgresCatalog: Catalog = {
  tables: (run) => run({ sql: tables }),
  columns: ({ schema, name }) => ({ sql: columns, params: [schema, name] }),
  probe: ({ schema, name }, names) => ({
    sql: `select ${names.map(quote).join(', ')} from ${quote(schema)}.${quote(name)} limit 0`,
  }),
  rights: findRights,
  lacksTimeZones: async () => false,
  readOnlyAccount: ({ database }) => `create role shuju_reader login password '…';
grant connect on database ${quote(database)} to shuju_reader;
grant usage on schema public to shuju_reader;
grant select on all tables in schema public to shuju_reader;
alter default privileges in schema public grant select on tables to shuju_reader;`,
};
