import type { ConnectedColumn, ConnectedTable } from '#contract/connections/routes.ts';

/** The columns of an open table: loaded, loading, or why they cannot be read. */
export type OpenColumns = { columns: ConnectedColumn[] | undefined; error: unknown };

type SchemaGroup = { schema: string; tables: ConnectedTable[] };

/** A row of the list of tables. */
export type TreeRow = { key: string } & (
  | { kind: 'schema'; group: SchemaGroup; isOpen: boolean }
  | { kind: 'table'; table: ConnectedTable; isOpen: boolean }
  | { kind: 'column'; column: ConnectedColumn }
  | { kind: 'waiting' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'noColumns' }
);

export const rowHeights: Record<TreeRow['kind'], number> = {
  schema: 40,
  table: 40,
  column: 28,
  waiting: 28,
  failed: 28,
  noColumns: 28,
};

/** Identifies a table: a schema or table may contain any separator. */
export const tableKeyOf = ({ schema, name }: Pick<ConnectedTable, 'schema' | 'name'>): string =>
  JSON.stringify([schema, name]);

/** Tables whose schema, name or comment contains every word of the search text, by schema. */
export function groupTables(tables: ConnectedTable[], search: string): SchemaGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean); // prettier-ignore
  const groups = new Map<string, ConnectedTable[]>();
  for (const table of tables) {
    const text = `${table.schema}.${table.name} ${table.comment}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const group = groups.get(table.schema);
    if (group) group.push(table);
    else groups.set(table.schema, [table]);
  }
  return [...groups].map(([schema, matches]) => ({ schema, tables: matches }));
}

type TreeState = {
  /** Whether schemas are open that have not been toggled. */
  areOpen: boolean;
  /** Schemas that were opened or closed. */
  toggled: ReadonlySet<string>;
  /** Columns of open tables, by key. */
  columns: ReadonlyMap<string, OpenColumns>;
};

/** The rows of the list: schemas, their tables if open, and the columns of open tables. */
export function treeRowsOf(groups: SchemaGroup[], { areOpen, toggled, columns }: TreeState): TreeRow[] {
  return groups.flatMap((group): TreeRow[] => {
    const isOpen = areOpen !== toggled.has(group.schema);
    const head: TreeRow = { key: group.schema, kind: 'schema', group, isOpen };
    if (!isOpen) return [head];
    return [head, ...group.tables.flatMap((table) => tableRowsOf(table, columns.get(tableKeyOf(table))))];
  });
}

function tableRowsOf(table: ConnectedTable, open: OpenColumns | undefined): TreeRow[] {
  const key = tableKeyOf(table);
  const head: TreeRow = { key, kind: 'table', table, isOpen: open !== undefined };
  if (!open) return [head];
  if (open.error) return [head, { key: `${key} failed`, kind: 'failed', error: open.error }];
  if (!open.columns) return [head, { key: `${key} waiting`, kind: 'waiting' }];
  if (open.columns.length === 0) return [head, { key: `${key} none`, kind: 'noColumns' }];
  return [head, ...open.columns.map((column): TreeRow => ({ key: `${key} ${column.name}`, kind: 'column', column }))];
}
