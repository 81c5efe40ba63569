import type { ColumnType, DatePart, Direction, Scalar } from '#domain/query/query.ts';
import type { FunctionDialect } from './function-dialect.ts';
import type { Fragment } from './fragment.ts';

/** The units to which a dialect can truncate a date; the compiler builds the others. Weeks begin on Monday. */
export type DateUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Parts of a date and time as numbers. */
export type CalendarPart = DatePart | 'year' | 'quarter' | 'day';

/** How SQL is spelled. The meaning of a query is decided in the compiler alone. */
export type Dialect = {
  quote: (name: string) => string;
  /** The placeholder of the parameter with this number, from 1, cast to the type. */
  placeholder: (number: number, type: ColumnType) => string;
  /** Moments as text, for an engine that plans a statement with parameters again whenever it runs. */
  momentLiteral?: (value: NonNullable<Scalar>, type: ColumnType) => string;
  asNumber: (value: Fragment) => Fragment;
  asText: (value: Fragment) => Fragment;
  /** A text that is compared, grouped and ordered by its characters alone, whatever the collation of its column. */
  exactText: (text: Fragment) => Fragment;
  /**
   * A text as its index compares it: exactly equal texts are equal here, too, but others may be as well. Null if
   * indexes support exact texts.
   */
  indexedText: ((text: Fragment) => Fragment) | null;
  /** A cell of a joined table, which is null in rows without a partner. */
  joinedCell: (cell: Fragment) => Fragment;
  /** A condition as a value of the result. */
  asBoolean: (condition: Fragment) => Fragment;
  lower: (text: Fragment) => Fragment;
  /** An aggregate of values of a type, which is null without values, not zero. */
  aggregate: (kind: 'sum' | 'min' | 'max', value: Fragment, type: ColumnType) => Fragment;
  /** A compensated sum of numbers that loses no digits, whatever their order. */
  sum: (value: Fragment) => Fragment;
  /** Whether that sum is one of decimals, not of binary fractions. */
  isSumExact: boolean;
  /**
   * Rounds a number to the decimals that 15 significant digits of `size` have: further digits are noise of binary
   * fractions. The size is not negative, and the result is never a negative zero.
   */
  rounded: (value: Fragment, size: Fragment) => Fragment;
  /**
   * For tables with columns that store local times: the instant of a local time in a zone, and a local time given as
   * text. Null if the engine has no such columns.
   */
  localTimes: {
    momentOf: (stored: Fragment, zone: string) => Fragment;
    parse: (text: Fragment) => Fragment;
  } | null;
  /** The local date and time of an instant. */
  local: (moment: Fragment, zone: string) => Fragment;
  /** The first day of the unit of a date, or of a date and time. */
  truncate: (local: Fragment, unit: DateUnit) => Fragment;
  /** The hour, ISO weekday, month and so on of a date and time as an integer; dates have no hour. */
  datePart: (local: Fragment, part: CalendarPart) => Fragment;
  /** The instant at which the local minute or hour began. */
  truncateMoment: (moment: Fragment, unit: 'minute' | 'hour', zone: string) => Fragment;
  addDays: (date: Fragment, count: Fragment) => Fragment;
  addMonths: (date: Fragment, count: Fragment) => Fragment;
  addSeconds: (moment: Fragment, count: Fragment) => Fragment;
  /** Both are lower-case texts. */
  matches: (operator: 'contains' | 'starts' | 'ends', text: Fragment, part: Fragment) => Fragment;
  /** The interpolated percentile; null if the engine has no such aggregate, and the compiler ranks the rows. */
  percentile: ((value: Fragment, fraction: number) => Fragment) | null;
  /**
   * For an engine that keeps all numbers of a percentile in memory: functions to find it in a narrow band of them, see
   * `groupInBands`. Among them are a sample of a query's rows that is read without reading all of them, and the sorted
   * list of the numbers that match a condition.
   */
  bands: {
    sampled: (rows: Fragment, percent: number) => Fragment;
    sortedList: (value: Fragment, condition: Fragment) => Fragment;
    element: (list: Fragment, index: Fragment) => Fragment;
    length: (list: Fragment) => Fragment;
    count: (condition: Fragment) => Fragment;
  } | null;
  /** Equal, or both null. */
  isSame: (one: Fragment, other: Fragment) => Fragment;
  /** Nulls last in both directions. */
  order: (value: Fragment, direction: Direction) => Fragment;
  /**
   * For an engine with slow calendar functions: groups instants into numbered slots, so that slots are converted
   * instead of rows.
   */
  slots: {
    of: (moment: Fragment, slots: SlotOptions) => Fragment;
    momentOf: (slot: Fragment, slots: SlotOptions) => Fragment;
  } | null;
  /** Functions that only formulas of calculated columns use. */
  functions: FunctionDialect;
};

/** The length of slots, and whether all begin after 1970. */
type SlotOptions = { minutes: number; isRecent: boolean };
