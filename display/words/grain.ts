import type { Language } from '#domain/language.ts';
import type { DatePart, Grain } from '#domain/query/query.ts';

type GrainUnit = Grain['unit'];
type GrainNames = { singular: string; counted: (count: number) => string };

const english = (singular: string, plural = `${singular}s`): GrainNames => ({
  singular,
  counted: (count) => `${count} ${count === 1 ? singular : plural}`,
});
const chinese = (singular: string, counter = singular): GrainNames => ({
  singular,
  counted: (count) => `${count} ${counter}`,
});

const names: Record<Language, Record<GrainUnit, GrainNames>> = {
  en_US: {
    minute: english('minute'),
    hour: english('hour'),
    day: english('day'),
    week: english('week'),
    iso_week: english('ISO week'),
    month: english('month'),
    quarter: english('quarter'),
    year: english('year'),
    fiscal_year: english('fiscal year'),
  },
  zh_CN: {
    minute: chinese('分钟'),
    hour: chinese('小时'),
    day: chinese('日', '天'),
    week: chinese('周'),
    iso_week: chinese('ISO 周'),
    month: chinese('月', '个月'),
    quarter: chinese('季度', '个季度'),
    year: chinese('年'),
    fiscal_year: chinese('财年', '个财年'),
  },
};

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 15)),
);

/** "month", 「月」. */
export const grainLabel = ({ unit }: Grain, language: Language) => names[language][unit].singular;

/** "3 months", 「3 个月」. */
export const countOfGrain = ({ unit }: Grain, count: number, language: Language) =>
  names[language][unit].counted(count);

/** A grain with its start: the first day of weeks, the first month of fiscal years. */
export function grainChoice(grain: Grain, language: Language): string {
  const label = grainLabel(grain, language);
  if (grain.unit === 'fiscal_year') {
    return language === 'en_US' ? `${label} starting in ${months[grain.start - 1]}` : `${label}（${grain.start} 月起）`;
  }
  if (grain.unit !== 'week') return label;
  const isMonday = grain.start === 'monday';
  return language === 'en_US'
    ? `${label} starting on ${isMonday ? 'Monday' : 'Sunday'}`
    : `${label}（${isMonday ? '周一' : '周日'}起）`;
}

const datePartNames: Record<Language, Record<DatePart, string>> = {
  en_US: { hour: 'hour of day', weekday: 'day of week', month: 'month of year' },
  zh_CN: { hour: '一天中的小时', weekday: '星期几', month: '月份' },
};

/** "day of week", 「星期几」. */
export const datePartLabel = (part: DatePart, language: Language): string => datePartNames[language][part];

/** A date part of a column: "order date (day of week)". */
export const datePartOf = (column: string, part: DatePart, language: Language): string =>
  language === 'en_US'
    ? `${column} (${datePartLabel(part, language)})`
    : `${column}（${datePartLabel(part, language)}）`;
