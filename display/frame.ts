import type { Alignment } from '#contract/alignment.ts';
import type { NumberStyle } from '#contract/chart.ts';
import type { Language } from '#contract/language.ts';
import type { ColumnType, DatePart, Direction, Grain, Part } from '#contract/query.ts';

/** Hours, weekdays or months, in the order in which they are shown. */
export type DatePartField = {
  part: DatePart;
  values: number[];
  /** Whether all of them are shown, also those without rows. */
  hasEvery: boolean;
};

/** One column of what is shown: what it is called and how its values are written. */
export type Field = {
  /** In the result. */
  name: string;
  label: string;
  type: ColumnType;
} & (
  | {
      role: 'dimension';
      grain: Grain | null;
      /** The width of a bin. */
      width: number | null;
      datePart?: DatePartField | undefined;
    }
  | {
      role: 'measure';
      /** The measure that it is a part of. */
      measure: string;
      part: Part;
      style: NumberStyle;
      /** What the measure is where there are no rows: zero for amounts; null, or left out, if that is not known. */
      idle?: number | null;
      /** Whether it is a total up to each step. */
      isRunning?: boolean;
    }
);

/** A part of the frame by fewer dimensions; see `Total`. */
export type FrameTotal = { dimensions: string[]; fields: Field[]; values: unknown[][] };

/** An answer together with what its columns mean: what every picture is drawn from. */
export type Frame = {
  fields: Field[];
  /** Column by column, as `fields`. */
  values: unknown[][];
  /** By row: whether it is "the rest"; null if there is none. */
  rest: boolean[] | null;
  totals: FrameTotal[];
  /** The last step of time if it is not over yet, or the time asked for ends in it, as the dimension has it. */
  unfinished: string | null;
  isCutOff: boolean;
  /** How its steps of time are matched with those they are compared with. */
  alignment?: Alignment | undefined;
  /** The steps of time that were asked for, also those without rows; left out where they are not known. */
  steps?: string[] | undefined;
  /** Whether it is about all rows of its time. */
  isUnfiltered?: boolean;
  /** The measure that the rows are sorted by, as its column is named; left out where it is another order. */
  sorted?: { name: string; direction: Direction } | undefined;
};

/** How the person who looks wants to see numbers, dates and colours. */
export type Look = {
  language: Language;
  theme: 'light' | 'dark';
  /** Units of numbers: those of the language, or the one kind or the other whatever the language. */
  units: 'language' | 'wan' | 'thousand' | 'none';
  /** Which colour means more. */
  rising: 'green' | 'red';
  weekStart: 'monday' | 'sunday';
  zone: string;
};
