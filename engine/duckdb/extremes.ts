import type { DuckDBConnection } from '@duckdb/node-api';

import { extremesTable, type FileSource } from '#engine/engine.ts';
import { quoteName } from '#engine/sql/quote.ts';
import { databaseOf, listStoredTypes, segmentCellOf } from './sources.ts';

/** The columns of the view that a connection has. */
const viewColumns = new WeakMap<DuckDBConnection, string>();

/** Creates the view of the smallest and the largest cells of each segment, see `extremesTable`, or reuses it. */
export async function useExtremes(
  connection: DuckDBConnection,
  [source]: FileSource[],
  columns: string[],
): Promise<void> {
  const key = columns.join();
  if (!source || viewColumns.get(connection) === key) return;
  const used = source.columns.filter(({ id }) => columns.includes(id));
  const databases = source.segments.map((_, number) => databaseOf(0, number));
  const storedTypes = await listStoredTypes(connection, databases);
  // Asked for all segments at once, DuckDB would read all rows.
  const selects = databases.flatMap((database) =>
    ['min', 'max'].map((extreme) => {
      const types = storedTypes.get(database);
      const cells = used.map(
        (column) => `${extreme}(${segmentCellOf(column, types?.get(column.id))}) as ${quoteName(column.name)}`,
      );
      return `select ${cells.join(', ')} from ${database}.rows`;
    }),
  );
  await connection.run(`create or replace temp view ${quoteName(extremesTable)} as ${selects.join(' union all ')}`);
  viewColumns.set(connection, key);
}
