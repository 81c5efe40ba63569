import type { SqlWatch } from '#contract/alert.ts';
import type { DatasetColumn } from '#contract/datasets.ts';
import type { Ask, ColumnType, Result, ResultColumn, Span } from '#contract/query.ts';
import type { Subject } from '#display/words/subject.ts';
import { grainOfCells } from './guess.ts';
import { isNumber } from './number.ts';

/** What someone looks at who asked in SQL; `span` is the time range around it, where there is one. */
export type SqlSeen = {
  ask: Extract<Ask, { kind: 'sql' }>;
  result: Pick<Result, 'columns' | 'values'>;
  span: Span | null;
};

const isTime = ({ type }: ResultColumn) => type === 'date' || type === 'time';

/** An answer to SQL as something to watch: its first number, along its time, and by what tells its rows apart. */
export function sqlWatchOf({ ask: { sql, params, tables }, result, span }: SqlSeen, zone: string): SqlWatch {
  const { columns, values } = result;
  const cellsOf = (column: ResultColumn | undefined) => (column ? (values[columns.indexOf(column)] ?? []) : []);
  const value = columns.find(isNumber)?.name ?? '';
  const moments = columns.find(isTime);
  const distinct = new Set(cellsOf(moments)).size;
  const time = distinct > 1 ? { column: moments!.name, grain: grainOfCells(cellsOf(moments), zone) } : null;
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
const none = { en_US: '', zh_CN: '' };

/** What SQL gives, as something to choose columns of. */
export const sqlSubject = (columns: ResultColumn[]): Subject => ({
  metrics: [],
  columns: columns.map(({ name, type }) => ({
    id: name,
    name,
    type,
    role: roles[type] ?? 'dimension',
    label: none,
    description: none,
    format: 'plain',
    unit: '',
    aggregation: 'automatic',
  })),
});
