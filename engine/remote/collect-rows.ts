import { Problem } from '#contract/errors.ts';
import type { DatabaseAnswer, DatabaseQuery } from './driver.ts';
import type { TextConverter } from './values.ts';

/** Collects the rows of a result as a driver delivers them, within the limits of the query. */
export function collectRows({ maxRows, maxBytes }: Pick<DatabaseQuery, 'maxRows' | 'maxBytes'>) {
  const rows: (string | null)[][] = [];
  let bytes = 0;
  let isCutOff = false;

  /** Adds a row; false once the limits are exceeded, and no more rows are needed. */
  function add(row: (string | null)[]): boolean {
    isCutOff ||= rows.length >= maxRows;
    if (isCutOff || bytes > maxBytes) return false;
    for (const value of row) bytes += value === null ? 4 : value.length;
    rows.push(row);
    return bytes <= maxBytes;
  }

  function finish(columns: ({ name: string } & TextConverter)[]): DatabaseAnswer {
    if (bytes > maxBytes) throw new Problem('query_too_large');
    const values = columns.map(({ convert }, index) =>
      rows.map((row) => (row[index] === null ? null : convert(row[index]!))),
    );
    const described = columns.map(({ name, type, isLocalTime = false }) => ({ name, type, isLocalTime }));
    return { columns: described, values, isCutOff };
  }

  return { add, finish };
}
