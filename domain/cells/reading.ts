/** Supported text encodings. Those after windows-1250 are used only if someone chooses them, never detected. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'iso-8859-15',
  'windows-1251',
  'windows-1253',
  'iso-8859-7',
  'windows-1250',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'koi8-r',
] as const;
export type Encoding = (typeof encodings)[number];

/** Display name of an encoding. */
export const encodingName = (encoding: Encoding) =>
  encoding.startsWith('windows') ? `Windows${encoding.slice(7)}` : (names[encoding] ?? encoding.toUpperCase());

const names: Partial<Record<Encoding, string>> = {
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'utf-32le': 'UTF-32LE',
  'utf-32be': 'UTF-32BE',
};

/** Cell delimiters: a character, runs of spaces, or fixed column positions. */
export const delimiters = [',', ';', '\t', '|', 'spaces', 'aligned'] as const;
export type Delimiter = (typeof delimiters)[number];

export const quotes = ['"', "'", 'none'] as const;
export type Quote = (typeof quotes)[number];

export const decimalMarks = ['.', ','] as const;
export const dateOrders = ['day_first', 'month_first'] as const;

/** How a delimited text is parsed. */
export type ReadingSettings = {
  encoding: Encoding;
  delimiter: Delimiter;
  quote: Quote;
  /** The header row, counted from 1 without blank lines; 0 if there is none. */
  headerRow: number;
  /** Null if it is detected for each column. */
  decimalMark: (typeof decimalMarks)[number] | null;
  dateOrder: (typeof dateOrders)[number] | null;
};
