import { inArray } from 'drizzle-orm';

import type { ColumnFormat } from '#domain/columns/column.ts';
import type { Queryable } from '#server/database/open.ts';
import { columns } from '#server/database/schema.ts';

/** The format of each column, by column id. */
export async function loadColumnFormats(db: Queryable, ids: string[]): Promise<Map<string, ColumnFormat>> {
  const rows = await db
    .select({ id: columns.id, format: columns.format })
    .from(columns)
    .where(inArray(columns.id, ids));
  return new Map(rows.map(({ id, format }) => [id, format]));
}
