import type { SqlWatch } from '#contract/alerts/schemas.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { QuerySpec, ColumnType, Result, ResultColumn, Span } from '#domain/query/query.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { grainOfCells } from './grain-of-cells.ts';

/** An SQL query with its result; `span` is the time range of its dashboard, if any. */
export type SqlAlertSource = {
  spec: Extract<QuerySpec, { kind: 'sql' }>;
  result: Pick<Result, 'columns' | 'values'>;
  span: Span | null;
};

const isTime = ({ type }: ResultColumn) => type === 'date' || type === 'time';

/**
 * Derives a watch from an SQL result: its first number, its time column, and the text column that splits repeated
 * times.
 */
export function sqlWatchOf({ spec: { sql, params, tables }, result, span }: SqlAlertSource, zone: string): SqlWatch {
  const { columns, values } = result;
  const cellsOf = (column: ResultColumn | undefined) => (column ? (values[columns.indexOf(column)] ?? []) : []);
  const value = columns.find(isNumeric)?.name ?? '';
  const timeColumn = columns.find(isTime);
  const distinct = new Set(cellsOf(timeColumn)).size;
  const time = distinct > 1 ? { column: timeColumn!.name, grain: grainOfCells(cellsOf(timeColumn), zone) } : null;
  const rows = values[0]?.length ?? 0;
  const isRepeated = rows > (time ? distinct : 1);
  const by = isRepeated ? (columns.find(({ type }) => type === 'text')?.name ?? null) : null;
  return { sql, params, tables, span, value, time, by, isRunning: false };
}

const roles: Partial<Record<ColumnType, DatasetColumn['role']>> = {
  integer: 'measure',
  number: 'measure',
  date: 'time',
  time: 'time',
};
const noTexts = { en_US: '', zh_CN: '' };

/** The columns of an SQL result in the shape of a dataset, for column pickers. */
export const sqlSubject = (columns: ResultColumn[]): QuerySubject => ({
  metrics: [],
  columns: columns.map(({ name, type }) => ({
    id: name,
    name,
    type,
    role: roles[type] ?? 'dimension',
    label: noTexts,
    description: noTexts,
    format: 'plain',
    unit: '',
    aggregation: 'automatic',
  })),
});
