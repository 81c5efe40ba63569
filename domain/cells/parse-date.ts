/** Date steps that a cell may name instead of a day: 2025, 2025Q1, 2025-01, 2025-W03. */
export const dateSteps = ['year', 'quarter', 'month', 'week'] as const;
export type DateStep = (typeof dateSteps)[number];

/** A parsed day, and the rest of the text. */
export type ParsedDay = { iso: string; rest: string };

const yearFirst =
  /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日?)(?!\d)/;
const compact = /^(\d{4})(\d\d)(\d\d)$/;
// 31.01.26 is a day; 1.2.10 is more likely a version.
const yearLast =
  /^(?:(\d{1,2})([./-])(\d{1,2})\2(\d{4})|(\d{1,2})([/-])(\d{1,2})\6(\d\d)|(\d\d)(\.)(\d\d)\.(\d\d))(?!\d)/;
const weekday = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?`;
const ordinal = '(?:st|nd|rd|th)?';
const dayMonthYear = new RegExp(
  String.raw`^${weekday}(\d{1,2})${ordinal}[\s./-]*(?:of\s+)?([a-z]{3,9})\.?[\s,./-]*(\d{4}|\d\d)(?!\d)`,
  'i',
);
const monthDayYear = new RegExp(
  String.raw`^${weekday}([a-z]{3,9})\.?[\s./-]*(\d{1,2})${ordinal}(?:,\s*|[\s./-]+)(\d{4}|\d\d)(?!\d|:)`,
  'i',
);
const yearMonthDay = /^(\d{4})[\s./-]*([a-z]{3,9})\.?[\s./-]*(\d{1,2})(?!\d)/i;

/** Parses the day that a text begins with. */
export function dayOf(text: string, dayFirst: boolean | undefined): ParsedDay | undefined {
  return parseNumericDay(text, dayFirst) ?? parseNamedDay(text);
}

function parseNumericDay(text: string, dayFirst: boolean | undefined): ParsedDay | undefined {
  const first = yearFirst.exec(text) ?? compact.exec(text);
  if (first) {
    const [year, month, day] = first.slice(1).filter((part) => part !== undefined);
    return validDay([year!, month!, day!], text.slice(first[0].length));
  }
  const last = yearLast.exec(text);
  if (!last) return undefined;
  const [part1, sign, part2, year] = last.slice(1).filter((part) => part !== undefined) as [
    string,
    string,
    string,
    string,
  ];
  // 31.01.2026 always begins with the day; 13/01/2026 can only do so.
  const isDayFirst = sign === '.' || (dayFirst ?? Number(part1) > 12);
  const [day, month] = isDayFirst ? [part1, part2] : [part2, part1];
  return validDay([year, month, day], text.slice(last[0].length));
}

function parseNamedDay(text: string): ParsedDay | undefined {
  const dayFirst = dayMonthYear.exec(text);
  if (dayFirst) return dayWithMonthName([dayFirst[3]!, dayFirst[2]!, dayFirst[1]!], text.slice(dayFirst[0].length));
  const monthFirst = monthDayYear.exec(text);
  if (monthFirst)
    return dayWithMonthName([monthFirst[3]!, monthFirst[1]!, monthFirst[2]!], text.slice(monthFirst[0].length));
  const yearBefore = yearMonthDay.exec(text);
  return yearBefore
    ? dayWithMonthName([yearBefore[1]!, yearBefore[2]!, yearBefore[3]!], text.slice(yearBefore[0].length))
    : undefined;
}

function dayWithMonthName([year, name, day]: [string, string, string], rest: string): ParsedDay | undefined {
  const month = monthOf(name);
  return month === undefined ? undefined : validDay([year, String(month), day], rest);
}

const months = 'january february march april may june july august september october november december'.split(' ');

/** Month number by its English name or a prefix of it. */
function monthOf(name: string): number | undefined {
  const word = name.toLowerCase();
  const index = months.findIndex((month) => month.startsWith(word) || (word === 'sept' && month === 'september'));
  return word.length < 3 || index < 0 ? undefined : index + 1;
}

/** 69 is 1969 and 68 is 2068, as in most programs. */
const fullYear = (year: string) => (year.length > 2 ? Number(year) : Number(year) + (Number(year) < 69 ? 2000 : 1900));

/** Earlier years are refused: they are mistakes, and JavaScript takes them for years after 1900. */
const firstYear = 100;

function validDay([yearText, monthText, dayText]: [string, string, string], rest: string): ParsedDay | undefined {
  const [year, month, day] = [fullYear(yearText), Number(monthText), Number(dayText)];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < firstYear || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { iso: date.toISOString().slice(0, 10), rest };
}

const isoOf = (year: number, month: number) =>
  year < firstYear ? undefined : `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;

/** Years accepted in a column of plain years. */
export const isYear = (text: string): boolean => /^(?:1[6-9]|20|21)\d\d$/.test(text) && Number(text) <= 2150;

const yearText = /^(\d{4})(?:年度?)?$/;
const monthTexts: RegExp[] = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})$/,
  /^(?<year>\d{4})年(?<month>\d{1,2})月份?$/,
  /^(?<year>\d{4})(?<month>\d\d)$/,
  /^(?<name>[a-z]{3,9})\.?[\s,./-]*(?<year>\d{4})$/i,
  /^(?<year>\d{4})[\s,./-]*(?<name>[a-z]{3,9})\.?$/i,
  /^(?<name>[a-z]{3})-(?<year>\d\d)$/i,
];
const quarterTexts: RegExp[] = [
  /^(?<year>\d{4})\s*[-/年]?\s*Q(?<quarter>[1-4])$/i,
  /^Q(?<quarter>[1-4])\s*[-/,]?\s*(?<year>\d{4})$/i,
  /^(?<quarter>[1-4])Q\s*[-/]?\s*(?<year>\d{4})$/i,
  /^(?<year>\d{4})年?第?(?<quarter>[1-4一二三四])季度?$/,
];
const weekTexts: RegExp[] = [
  /^(?<year>\d{4})-?W(?<week>\d{1,2})$/i,
  /^W(?<week>\d{1,2})[\s,/-]*(?<year>\d{4})$/i,
  /^(?<year>\d{4})年?第?(?<week>\d{1,2})周$/,
];

const partsOf = (text: string, patterns: RegExp[]) =>
  patterns.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);

/** Parsers by step; each returns the first day of the step that a text names. */
const stepReaders: Record<DateStep, (text: string) => string | undefined> = {
  year: (text) => {
    const year = yearText.exec(text)?.[1];
    return year && isYear(year) ? isoOf(Number(year), 1) : undefined;
  },
  quarter: (text) => {
    const parts = partsOf(text, quarterTexts);
    if (!parts) return undefined;
    const quarter = Number(parts['quarter']) || '一二三四'.indexOf(parts['quarter']!) + 1;
    return isoOf(Number(parts['year']), quarter * 3 - 2);
  },
  month: (text) => {
    const parts = partsOf(text, monthTexts);
    if (!parts) return undefined;
    const month = parts['name'] ? monthOf(parts['name']) : Number(parts['month']);
    return month && month <= 12 ? isoOf(fullYear(parts['year']!), month) : undefined;
  },
  week: (text) => {
    const parts = partsOf(text, weekTexts);
    return parts && weekDay(Number(parts['year']), Number(parts['week']));
  },
};

/** Monday of an ISO 8601 week: the first week of a year contains January 4th. */
function weekDay(year: number, week: number): string | undefined {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = new Date(fourth.getTime() + ((week - 1) * 7 - ((fourth.getUTCDay() + 6) % 7)) * 86_400_000);
  const thursday = new Date(monday.getTime() + 3 * 86_400_000);
  return week > 0 && thursday.getUTCFullYear() === year ? monday.toISOString().slice(0, 10) : undefined;
}

/** First day of a step, given by the name of the step or by that day. */
export function stepDayOf(text: string, step: DateStep): string | undefined {
  const named = stepReaders[step](text);
  if (named) return named;
  const day = dayOf(text, undefined);
  if (!day || day.rest !== '') return undefined;
  return isFirstDay(day.iso, step) ? day.iso : undefined;
}

function isFirstDay(iso: string, step: DateStep): boolean {
  if (step === 'week') return new Date(`${iso}T00:00:00Z`).getUTCDay() === 1;
  const [, month, day] = iso.split('-').map(Number);
  return day === 1 && (step === 'month' || (step === 'quarter' ? month! % 3 === 1 : month === 1));
}

/** The step that a text names by its format; plain digits depend on their column. */
export function stepOf(text: string): Exclude<DateStep, 'year'> | undefined {
  if (/^\d+$/.test(text)) return undefined;
  return (['month', 'quarter', 'week'] as const).find((step) => stepReaders[step](text) !== undefined);
}
