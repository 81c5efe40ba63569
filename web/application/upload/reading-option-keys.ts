import type { Delimiter, Quote } from '#domain/cells/reading.ts';

/** Words for delimiters and quotes, used in i18n keys. */
export const delimiterKeys = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
  spaces: 'spaces',
  aligned: 'aligned',
} as const satisfies Record<Delimiter, string>;

export const quoteKeys = { '"': 'double', "'": 'single', none: 'none' } as const satisfies Record<Quote, string>;

const minRows = 10;

/** The row numbers offered as header; 0 is none. */
export const headerRowsOf = (current: number): number[] =>
  Array.from({ length: Math.max(minRows, current) + 1 }, (_, row) => row);
