const mega = 1024 * 1024;

/** What a file may be at most. Each has its own error, so that the person knows what to change. */
export const limits = {
  expanded: 20 * 1024 * mega,
  ratio: 200,
  /** Below this the ratio says nothing: a small file of one letter is no harm. */
  ratioFrom: 64 * mega,
  entries: 1000,
  depth: 100,
  columns: 2000,
  rows: 10_000_000_000,
  line: 16 * mega,
  header: 200,
  rejects: 100_000,
  /** The parts that all sheets of a workbook share are read into memory. */
  styles: 16 * mega,
  strings: 256 * mega,
};

/** Up to this a file is looked at as a whole before its types are proposed; of larger ones the beginning. */
export const wholeBytes = 64 * mega;
export const sampleBytes = 16 * mega;
export const shownRows = 100;
