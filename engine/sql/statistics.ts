import type { ColumnType } from '#domain/query/query.ts';
import type { CompiledQuery } from './compile.ts';
import { duckdb } from './dialects/duckdb.ts';
import { render, sql } from './fragment.ts';
import { rowsOf, storedCellOf, type QueryTable, type TableColumn } from './scope.ts';
import { as, select } from './select.ts';

/** Reads the statistics that segments store for columns, as text, without scanning rows. */
export function compileStatistics(table: QueryTable, columns: TableColumn[]): CompiledQuery {
  const statistics = columns.map((column, index) => as(sql`stats(${storedCellOf(column)})`, `s${index + 1}`));
  return render(select({ columns: statistics, from: rowsOf({ table }), limit: 1 }), duckdb);
}

/**
 * Whether statistics say that no number is negative, or no time before 1970. Their minimum may be less than the real
 * one.
 */
export const isNeverNegative = (statistics: unknown, type: ColumnType): boolean =>
  typeof statistics === 'string' && (type === 'time' ? timesSince1970 : noNegative).test(statistics);

const noNegative = /^\[Min: \d/;
const timesSince1970 = /^\[Min: (19[7-9]|2\d\d)\d-\d\d-\d\d [\d:.]+\+00,/;
