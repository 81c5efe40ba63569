const mega = 1024 * 1024;

/** Limits of a file. Each has its own error, so that the person knows what to change. */
export const limits = {
  expanded: 20 * 1024 * mega,
  ratio: 200,
  /** Below this size the ratio is not checked: small files are harmless. */
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

/** Files up to this size are scanned as a whole before types are proposed; of larger ones only the beginning. */
export const maxWholeBytes = 64 * mega;
export const sampleBytes = 16 * mega;
export const previewRows = 100;
