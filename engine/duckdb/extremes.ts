import { extremesTable, type FileSource } from '#engine/engine.ts';
import type { QuerySession } from './query-session.ts';
import { quoteName } from '#engine/sql/quote.ts';
import { databaseOf, listStoredTypes, segmentCellOf } from './sources.ts';

/** Creates the view of the smallest and the largest cells of each segment, see `extremesTable`, or reuses it. */
export async function useExtremes(session: QuerySession, [source]: FileSource[], columns: string[]): Promise<void> {
  const { connection } = session;
  const key = columns.join();
  if (!source || session.extremes === key) return;
  const used = source.columns.filter(({ id }) => columns.includes(id));
  const databases = source.segments.map((_, number) => databaseOf(0, number));
  const storedTypes = await listStoredTypes(connection, databases);
  // For one aggregate over all segments, DuckDB would read all rows.
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
  session.extremes = key;
}
