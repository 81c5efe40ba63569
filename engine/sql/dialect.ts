import type { ColumnType, DatePart, Direction } from '#contract/query.ts';
import type { Fragment } from './fragment.ts';

/** The steps that a dialect can cut a day off to; the compiler makes the others of them. Weeks begin on Monday. */
export type DateUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** How SQL is spelled. What a question means is decided in the compiler alone. */
export type Dialect = {
  quote: (name: string) => string;
  /** The place of the value with this number, counted from 1, as a value of the type. */
  place: (number: number, type: ColumnType) => string;
  asNumber: (value: Fragment) => Fragment;
  asText: (value: Fragment) => Fragment;
  /** A sum of numbers that loses no digits on the way, in whatever order they come. */
  sum: (value: Fragment) => Fragment;
  /** Whether that sum is one of decimals, not of binary fractions. */
  isSumExact: boolean;
  /** A number rounded to the digits that 15 significant ones of `size` have: what is beyond them is noise of
   * binary fractions. The size is not negative, and a zero never is. */
  rounded: (value: Fragment, size: Fragment) => Fragment;
  /** The date and time on the wall at a moment. */
  local: (moment: Fragment, zone: string) => Fragment;
  /** The day on which the step of a date, or of a date and time, begins. */
  truncate: (local: Fragment, unit: DateUnit) => Fragment;
  /** The hour, ISO weekday or month of a date and time; of a date, which has no hour, the others. A whole number. */
  datePart: (local: Fragment, part: DatePart) => Fragment;
  /** The moment at which the minute or the hour on the wall began. */
  truncateMoment: (moment: Fragment, unit: 'minute' | 'hour', zone: string) => Fragment;
  addDays: (date: Fragment, count: number) => Fragment;
  addMonths: (date: Fragment, count: number) => Fragment;
  addSeconds: (moment: Fragment, count: number) => Fragment;
  /** Both are texts in lower case. */
  matches: (how: 'contains' | 'starts' | 'ends', text: Fragment, part: Fragment) => Fragment;
  /** The value below which a fraction of the values lie, between two of them if need be; null if there is no such function. */
  percentile: ((value: Fragment, fraction: number) => Fragment) | null;
  /** Equal, or both null. */
  isSame: (one: Fragment, other: Fragment) => Fragment;
  /** Nulls come last, whichever way. */
  order: (value: Fragment, direction: Direction) => Fragment;
  /** For an engine that is slow at calendars: numbers a moment's slot, so that slots are converted instead of rows. */
  slots: {
    of: (moment: Fragment, slots: Slots) => Fragment;
    momentOf: (slot: Fragment, slots: Slots) => Fragment;
  } | null;
};

/** How long slots are, and whether none begins before 1970. */
export type Slots = { minutes: number; isRecent: boolean };
