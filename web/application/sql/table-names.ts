import type { SQLNamespace } from '@codemirror/lang-sql';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ConnectedColumn, ConnectedTable } from '#contract/connections/routes.ts';
import { tableColumnsQuery, tablesQuery } from '#web/http/connections.ts';

/** The maximum of tables whose columns are loaded: each needs a request to the database. */
const maxTables = 10;

/** The tables of a connected database for autocompletion, with the columns of those that the SQL mentions. */
export function useTableNames(application: string, sql: string): SQLNamespace {
  const { data: tables = noTables } = useQuery({ ...tablesQuery(application), throwOnError: false, staleTime: 60_000 });
  const text = sql.toLowerCase();
  const mentioned = tables.filter(({ name }) => text.includes(name.toLowerCase())).slice(0, maxTables);
  const columns = useQueries({
    queries: mentioned.map((table) => ({ ...tableColumnsQuery(application, table), throwOnError: false })),
    combine: columnsOf,
  });
  const names = JSON.stringify(mentioned.map(({ schema, name }) => [schema, name]));
  return useMemo(() => {
    const loaded = new Map(
      (JSON.parse(names) as string[][]).map((key, index) => [JSON.stringify(key), columns[index]]),
    );
    return namespaceOf(tables, ({ schema, name }) => loaded.get(JSON.stringify([schema, name])) ?? []);
  }, [tables, names, columns]);
}

const noTables: ConnectedTable[] = [];
const columnsOf = (answers: { data: ConnectedColumn[] | undefined }[]) => answers.map(({ data }) => data);

/** Tables by schema, and by name alone. */
function namespaceOf(tables: ConnectedTable[], columnsOfTable: (table: ConnectedTable) => ConnectedColumn[]) {
  const schemas: Record<string, Record<string, SQLNamespace>> = {};
  const names: Record<string, SQLNamespace> = {};
  for (const table of tables) {
    const fields = columnsOfTable(table).map(({ name, type }) => ({ label: name, type: 'property', detail: type }));
    (schemas[table.schema] ??= {})[table.name] = fields;
    names[table.name] ??= fields;
  }
  return { ...schemas, ...names };
}
