import { Problem } from '#contract/errors.ts';
import type { DatabaseAnswer, DatabaseColumn, DatabaseQuery } from './driver.ts';
import type { TextConverter } from './values.ts';

/** A row as a driver delivers it. */
export type ResultRow = (string | null)[];
/** A column of a result, and what converts its text. */
export type ResultConverter = { name: string } & TextConverter;

/** Counts the rows of a result as a driver delivers them, against the limits of the query. */
export function limitRows({ maxRows, maxBytes }: Pick<DatabaseQuery, 'maxRows' | 'maxBytes'>) {
  let [rows, bytes, isCutOff] = [0, 0, false];
  return {
    /** Whether a row is within the limits. After the first that is not, no more rows are needed. */
    admit: (row: ResultRow): boolean => {
      isCutOff ||= rows >= maxRows;
      if (isCutOff || bytes > maxBytes) return false;
      for (const value of row) bytes += value === null ? 4 : value.length;
      rows++;
      return bytes <= maxBytes;
    },
    finish: () => {
      if (bytes > maxBytes) throw new Problem('query_too_large');
      return { rows, isCutOff };
    },
  };
}

/** Collects the rows of a result as a driver delivers them, within the limits of the query. */
export function collectRows(limits: Pick<DatabaseQuery, 'maxRows' | 'maxBytes'>) {
  const rows: ResultRow[] = [];
  const { admit, finish } = limitRows(limits);
  return {
    /** Adds a row; false once the limits are exceeded, and no more rows are needed. */
    add: (row: ResultRow): boolean => {
      const isAdmitted = admit(row);
      if (isAdmitted) rows.push(row);
      return isAdmitted;
    },
    finish: (columns: ResultConverter[]): DatabaseAnswer => {
      const { isCutOff } = finish();
      return { columns: describeColumns(columns), values: convertRows(rows, columns), isCutOff };
    },
  };
}

/** Rows of text as values, column by column. */
export const convertRows = (rows: ResultRow[], columns: ResultConverter[]): unknown[][] =>
  columns.map(({ convert }, index) => rows.map((row) => (row[index] === null ? null : convert(row[index]!))));

export const describeColumns = (columns: ResultConverter[]): DatabaseColumn[] =>
  columns.map(({ name, type, isLocalTime = false }) => ({ name, type, isLocalTime }));
