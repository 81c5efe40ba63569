import type { Language } from '#domain/language.ts';
import type { Grain } from '#domain/query/query.ts';
import type { Look } from '#display/frame.ts';
import {
  clockText,
  dayText,
  isoWeekOf,
  numberOfDay,
  type WallTime,
  wallOf,
  wallOfNumber,
  weekdayOf,
  twoDigits,
} from './calendar.ts';
import { exactText } from './text.ts';

type StepFormats = {
  month: (wall: WallTime) => string;
  monthOfYear: (wall: WallTime) => string;
  day: (wall: WallTime) => string;
  year: (year: number) => string;
  quarter: (quarter: number) => string;
  quarterOfYear: (year: number, quarter: number) => string;
  fiscal: (years: string) => string;
  weekdays: string[];
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const words: Record<Language, StepFormats> = {
  zh_CN: {
    month: ({ month }) => `${month}月`,
    monthOfYear: ({ year, month }) => `${year}年${month}月`,
    day: ({ month, day }) => `${month}月${day}日`,
    year: (year) => `${year}年`,
    quarter: (quarter) => `${'一二三四'[quarter - 1]}季度`,
    quarterOfYear: (year, quarter) => `${year}年第${quarter}季度`,
    fiscal: (years) => `${years}财年`,
    weekdays: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  },
  en_US: {
    month: ({ month }) => months[month - 1]!,
    monthOfYear: ({ year, month }) => `${months[month - 1]} ${year}`,
    day: ({ month, day }) => `${months[month - 1]} ${day}`,
    year: String,
    quarter: (quarter) => `Q${quarter}`,
    quarterOfYear: (year, quarter) => `${year} Q${quarter}`,
    fiscal: (years) => `FY${years}`,
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  },
};

export const weekdayNames = (language: Language): string[] => words[language].weekdays;
export const monthNames = (language: Language): string[] =>
  months.map((_, index) => words[language].month({ year: 0, month: index + 1, day: 1, hour: 0, minute: 0, second: 0 }));

const quarterOf = ({ month }: WallTime) => Math.ceil(month / 3);
const isoText = (wall: WallTime) => {
  const { year, week } = isoWeekOf(wall);
  return `${year}-W${twoDigits(week)}`;
};

/** A fiscal year that differs from the calendar year has both years in its name, as conventions vary. */
function fiscalText(wall: WallTime, start: number, language: Language): string {
  const first = wall.month >= start ? wall.year : wall.year - 1;
  const years = start === 1 ? String(wall.year) : `${first}/${twoDigits((first + 1) % 100)}`;
  return words[language].fiscal(years);
}

/** First and last day of a week. */
function weekText(wall: WallTime, language: Language): string {
  const last = wallOfNumber(numberOfDay(wall) + 6);
  return `${words[language].day(wall)} – ${words[language].day(last)}`;
}

/** A time step in full, for tooltips and cells; values that are not times are returned as text. */
export function formatStep(value: unknown, grain: Grain | null, look: Look): string {
  const wall = wallOf(value, look.zone);
  if (!wall) return exactText(value) || '-';
  const formats = words[look.language];
  if (!grain)
    return typeof value === 'string' && value.length === 10 ? dayText(wall) : `${dayText(wall)} ${clockText(wall)}`;
  switch (grain.unit) {
    case 'minute':
    case 'hour':
      return `${dayText(wall)} ${clockText(wall)}`;
    case 'day':
      return `${dayText(wall)} ${formats.weekdays[weekdayOf(wall)]}`;
    case 'iso_week':
      return `${isoText(wall)} (${weekText(wall, look.language)})`;
    case 'week':
      return look.language === 'zh_CN'
        ? `${wall.year}年${weekText(wall, 'zh_CN')}`
        : `${weekText(wall, 'en_US')}, ${wall.year}`;
    case 'month':
      return formats.monthOfYear(wall);
    case 'quarter':
      return formats.quarterOfYear(wall.year, quarterOf(wall));
    case 'year':
      return formats.year(wall.year);
    default:
      return fiscalText(wall, grain.start, look.language);
  }
}

/** A time step in a table cell: the shortest unambiguous form. */
export function formatStepCell(value: unknown, grain: Grain | null, look: Look): string {
  const wall = wallOf(value, look.zone);
  if (!wall) return formatStep(value, grain, look);
  if (grain?.unit === 'day' || grain?.unit === 'week') return dayText(wall);
  return grain?.unit === 'iso_week' ? isoText(wall) : formatStep(value, grain, look);
}

/** Axis label: the step in short, and its context, shown for the first label and where it changes. */
export type StepLabel = { text: string; context: string };

export function stepLabelOf(value: unknown, grain: Grain, look: Look): StepLabel {
  const wall = wallOf(value, look.zone);
  if (!wall) return { text: formatStep(value, grain, look), context: '' };
  const formats = words[look.language];
  const year = formats.year(wall.year);
  switch (grain.unit) {
    case 'minute':
    case 'hour':
      return { text: clockText(wall), context: formats.day(wall) };
    case 'day':
    case 'week':
      return { text: formats.day(wall), context: year };
    case 'iso_week':
      return { text: isoText(wall).slice(5), context: formats.year(isoWeekOf(wall).year) };
    case 'month':
      return { text: formats.month(wall), context: year };
    case 'quarter':
      return { text: formats.quarter(quarterOf(wall)), context: year };
    case 'year':
      return { text: year, context: '' };
    default:
      return { text: fiscalText(wall, grain.start, look.language), context: '' };
  }
}
