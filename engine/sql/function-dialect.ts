import type { Fragment } from './fragment.ts';

/** How functions of formulas are spelled. Counts and positions are at least 0 and 1. */
export type FunctionDialect = {
  /** A number without decimals as a 64-bit integer. */
  asInteger: (value: Fragment) => Fragment;
  /** A small number without decimals in the integer type of date arithmetic. */
  asCount: (value: Fragment) => Fragment;
  /** A condition as a cell, which may be null. */
  asCondition: (condition: Fragment) => Fragment;
  /** A cell of a column as a text that can be combined with other texts. */
  asPlainText: (cell: Fragment) => Fragment;
  /** A cell of a time column as an instant. */
  asInstant: (cell: Fragment) => Fragment;
  /** A text of digits, perhaps with a sign, decimals and an exponent, as a number. */
  parseNumber: (text: Fragment) => Fragment;
  lower: (text: Fragment) => Fragment;
  upper: (text: Fragment) => Fragment;
  /** The number of characters. */
  length: (text: Fragment) => Fragment;
  concat: (texts: Fragment[]) => Fragment;
  substring: (text: Fragment, start: number, count: number) => Fragment;
  right: (text: Fragment, count: number) => Fragment;
  replace: (text: Fragment, part: Fragment, replacement: Fragment) => Fragment;
  /** The part of a text between separators; an empty text or null if there is none. */
  split: (text: Fragment, separator: Fragment, number: number) => Fragment;
  /** Whether a text matches a regular expression without backslashes. */
  matchesPattern: (text: Fragment, pattern: string) => Fragment;
  daysBetween: (from: Fragment, to: Fragment) => Fragment;
  /** Seconds between instants, with decimals. */
  secondsBetween: (from: Fragment, to: Fragment) => Fragment;
};
