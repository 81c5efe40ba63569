import type { Alignment } from '#domain/time/alignment.ts';
import type { NumberStyle } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import type { ColumnType, DatePart, Direction, Grain, MeasurePart } from '#domain/query/query.ts';

/** Hours, weekdays or months in display order. */
export type DatePartField = {
  part: DatePart;
  values: number[];
  /** Whether all of them are shown, including those without rows. */
  hasEvery: boolean;
};

/** A column of a frame: its label and how its values are formatted. */
export type Field = {
  /** Column name in the result. */
  name: string;
  label: string;
  type: ColumnType;
  /** Description of its column or metric, in the reader's language. */
  description?: string | undefined;
} & (
  | {
      role: 'dimension';
      grain: Grain | null;
      /** Bin width. */
      width: number | null;
      datePart?: DatePartField | undefined;
      /** Labels of its values in the reader's language. */
      labels?: ReadonlyMap<string, string> | undefined;
    }
  | {
      role: 'measure';
      /** The measure it belongs to. */
      measure: string;
      part: MeasurePart;
      style: NumberStyle;
      /** Value of the measure where there are no rows: zero for sums; null or absent if unknown. */
      emptyValue?: number | null;
      /** Whether it is a running total. */
      isRunning?: boolean;
    }
);

/** A total of the frame by fewer dimensions; see `ResultTotal`. */
export type FrameTotal = { dimensions: string[]; fields: Field[]; values: unknown[][] };

/** A query result with the meaning of its columns: the input of every chart and table. */
export type Frame = {
  fields: Field[];
  /** Column-oriented, as `fields`. */
  values: unknown[][];
  /** By row: whether it is the rest ("Other"); null if there is none. */
  rest: boolean[] | null;
  totals: FrameTotal[];
  /** The last time step if it is not over yet, or if the queried range ends in it, as in the dimension's column. */
  unfinished: string | null;
  isCutOff: boolean;
  /** How time steps are aligned with those of the compared period. */
  alignment?: Alignment | undefined;
  /** All queried time steps, including those without rows; absent if unknown. */
  steps?: string[] | undefined;
  /** Whether the query has no filter. */
  isUnfiltered?: boolean;
  /** The column the rows are sorted by, if it is a measure. */
  sorted?: { name: string; direction: Direction } | undefined;
};

/** The fields with a description, each measure once. */
export const describedFieldsOf = ({ fields }: Frame): Field[] =>
  fields.filter((field) => field.description && (field.role === 'dimension' || field.part === 'value'));

/** A viewer's preferences for numbers, dates and colours. */
export type Look = {
  language: Language;
  theme: 'light' | 'dark';
  /** Number units: by language, or a fixed system. */
  units: 'language' | 'wan' | 'thousand' | 'none';
  /** The colour of an increase. */
  rising: 'green' | 'red';
  weekStart: 'monday' | 'sunday';
  zone: string;
};
