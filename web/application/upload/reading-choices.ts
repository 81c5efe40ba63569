import type { Delimiter, Quote } from '#contract/reading.ts';

/** Signs as words, for the keys of texts. */
export const delimiterKeys = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
  spaces: 'spaces',
  aligned: 'aligned',
} as const satisfies Record<Delimiter, string>;

export const quoteKeys = { '"': 'double', "'": 'single', none: 'none' } as const satisfies Record<Quote, string>;

const shownRows = 10;

/** The rows that can be chosen as the header; 0 is none. */
export const headerRowsOf = (current: number): number[] =>
  Array.from({ length: Math.max(shownRows, current) + 1 }, (_, row) => row);
