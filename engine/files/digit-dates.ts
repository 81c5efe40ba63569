import { readCell } from '#domain/cells/cells.ts';
import { type DateStep, isYear } from '#domain/cells/parse-date.ts';

const yearName = /(?:^|[\s_.-])(?:year|yr|fy)s?$|(?:Year|Yr)$|^(?:year|yr)|^(?:年|年份|年度|所属年)$|(?:年份|年度)$/i;
const monthName = /month|period|yyyymm|(?:^|_)ym$|月|期/i;
const dateName = /date|day|(?:^|_)dt$|yyyymmdd|日期|日|时间/i;
const codeName = /(?:^|[\s_.-])(?:id|no|code|number)$|(?:Id|ID|No|Code)$|编号|编码|代码|号$/i;
const fewRows = 3;

/** Detects dates among whole numbers of a column: 20260105, 202601 or 2026. */
export function createDigitDates() {
  let [years, months, days] = [0, 0, 0];

  function count(text: string): void {
    if (text.length === 4 && isYear(text)) years++;
    else if (text.length === 6 && isYear(text.slice(0, 4)) && isMonth(text.slice(4))) months++;
    else if (text.length === 8 && isYear(text.slice(0, 4)) && isDay(text)) days++;
  }

  /** A date if every number is a date and the column's name agrees; eight-digit days are rarely accidental. */
  function dateOf(name: string, filled: number): { type: 'date'; step: DateStep | null } | undefined {
    if (years === filled && yearName.test(name)) return { type: 'date', step: 'year' };
    if (months === filled && monthName.test(name) && !codeName.test(name)) return { type: 'date', step: 'month' };
    const isLikely = dateName.test(name) || (filled >= fewRows && !codeName.test(name));
    return days === filled && isLikely ? { type: 'date', step: null } : undefined;
  }

  return { count, dateOf };
}

const isMonth = (text: string) => Number(text) >= 1 && Number(text) <= 12;
const isDay = (text: string) => 'value' in readCell(text, 'date', { zone: 'UTC' });
