import { dateSteps } from '#domain/cells/parse-date.ts';
import { type NumberFormat, numberFormats } from '#domain/query/chart.ts';
import type { ColumnType } from '#domain/query/query.ts';

/** Role of a column in queries: time axis, grouping, or number to aggregate. */
export const columnRoles = ['time', 'dimension', 'measure'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Dates can stand for longer steps: a column of years has the format `year`. */
export const columnFormats = [...numberFormats, ...dateSteps] as const;
export type ColumnFormat = (typeof columnFormats)[number];

/** Default aggregate of a column; `automatic` depends on the kind of its numbers. */
export const columnAggregations = ['automatic', 'sum', 'average', 'median', 'min', 'max', 'distinct'] as const;
export type ColumnAggregation = (typeof columnAggregations)[number];

/** Number format of a column; `plain` for dates. */
export const numberFormatOf = (format: ColumnFormat): NumberFormat =>
  numberFormats.find((each) => each === format) ?? 'plain';

/** A text in both languages; where one is empty, the name is used. */
export type LocalizedText = { en_US: string; zh_CN: string };

/** A text that is the same in both languages, such as a name. */
export const sameInBoth = (text: string): LocalizedText => ({ en_US: text, zh_CN: text });

/** The formula of a calculated column, and whether it no longer works: a column that it uses changed or is gone. */
type ColumnCalculation = { formula: string; isBroken: boolean };

/** A column of a dataset. */
export type DatasetColumn = {
  id: string;
  name: string;
  type: ColumnType;
  role: ColumnRole;
  format: ColumnFormat;
  unit: string;
  aggregation: ColumnAggregation;
  label: LocalizedText;
  description: LocalizedText;
  /** Of calculated columns only; the others are stored. */
  calculation?: ColumnCalculation | undefined;
};

/** Columns with stored cells: all except calculated columns. */
export const storedColumnsIn = <Listed extends Pick<DatasetColumn, 'calculation'>>(columns: Listed[]): Listed[] =>
  columns.filter(({ calculation }) => !calculation);
