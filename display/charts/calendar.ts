import type { CalendarComponentOption } from 'echarts';

import { amountOf } from '#display/format/amount.ts';
import { twoDigits } from '#display/format/calendar.ts';
import { formatStep, monthNames, weekdayNames } from '#display/format/step.ts';
import { dimensionsOf, isTimeField, measuresOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { rangeOf, colourScaleFor } from './colour-scale.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { measureRows } from './tooltips.ts';

type CalendarDay = { day: string; amount: number; row: number };

function daysOf({ frame, options }: DrawInput): CalendarDay[] {
  const time = dimensionsOf(frame).find(({ field }) => isTimeField(field))!;
  const measure = measuresOf(frame, options)[0]!;
  return time.values.flatMap((value, row) => {
    const amount = amountOf(measure.values[row]);
    return typeof value === 'string' && amount !== null ? [{ day: value.slice(0, 10), amount, row }] : [];
  });
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstDay = (month: number) => `${Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}-01`;
const lastDay = (month: number) =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);

/** Month ranges that each fit one strip: years, or shorter ranges in a narrow chart. */
function stripsOf(days: CalendarDay[], perStrip: number): [number, number][] {
  const months = days.map(({ day }) => monthOf(day));
  const last = months.reduce((latest, month) => Math.max(latest, month), 0);
  const first = months.reduce((earliest, month) => Math.min(earliest, month), last);
  if (last - first < perStrip) return [[first, Math.max(last, first + Math.min(perStrip, 3) - 1)]];
  const isYear = perStrip === 12;
  const start = isYear ? first - (first % 12) : last - perStrip * Math.ceil((last - first + 1) / perStrip) + 1;
  const strips: [number, number][] = [];
  for (let month = start; month <= last; month += perStrip) strips.push([month, month + perStrip - 1]);
  return strips;
}

/** Calendar heatmap: a cell per day, a column per week. */
export function drawCalendar(input: DrawInput): RenderedChart {
  const { look, width, height, frame, options } = input;
  const ink = inkOf(look);
  const days = daysOf(input);
  const measure = measuresOf(frame, options)[0]!;
  const perStrip = width >= 560 ? 12 : 6;
  const allStrips = stripsOf(days, perStrip);
  const maxStrips = Math.max(1, Math.floor((height - 40) / 90));
  const strips = allStrips.slice(-maxStrips);
  const weeks = perStrip === 12 && strips.length >= 1 ? (strips[0]![1] - strips[0]![0] + 1) * 4.35 + 1.5 : 27.5;
  const left = 54;
  const side = Math.max(
    6,
    Math.min(20, (width - left - 6) / Math.max(weeks, 14), ((height - 40) / strips.length - 34) / 7),
  );
  const calendars = strips.map(([from, to], index): CalendarComponentOption => ({
    top: 56 + index * (side * 7 + 36),
    left,
    cellSize: [side, side],
    range: [firstDay(from), lastDay(to)],
    itemStyle: { color: ink.grid, borderColor: ink.surface, borderWidth: 2 },
    splitLine: { show: false },
    yearLabel: { show: false },
    monthLabel: { nameMap: monthNames(look.language), color: ink.quiet, fontSize: 11, align: 'left' },
    dayLabel: {
      firstDay: look.weekStart === 'monday' ? 1 : 0,
      nameMap: everySecondName(weekdayNames(look.language)),
      color: ink.quiet,
      fontSize: 11,
      margin: 8,
    },
  }));
  const inStrip = strips.map(([from, to]) => days.filter(({ day }) => monthOf(day) >= from && monthOf(day) <= to));
  const texts = chartTexts[look.language];
  return {
    option: {
      ...baseOptionOf(input, days.length),
      calendar: calendars,
      visualMap: {
        ...colourScaleFor(input, rangeOf(days.map(({ amount }) => amount)), measure.style),
        left: left - 4,
        right: undefined as never,
      },
      tooltip: tooltipFor(input, 'item', ({ seriesIndex, dataIndex }) => {
        const day = inStrip[seriesIndex]?.[dataIndex];
        if (!day) return null;
        return {
          title: formatStep(day.day, { unit: 'day' }, look),
          rows: measureRows(measure, day.row, null, look),
        };
      }),
      series: inStrip.map((part, index) => ({
        type: 'heatmap' as const,
        coordinateSystem: 'calendar' as const,
        calendarIndex: index,
        data: part.map(({ day, amount }) => [day, amount] as [string, number]),
        itemStyle: { borderColor: ink.surface, borderWidth: 2, borderRadius: 3 },
        emphasis: { itemStyle: { borderColor: ink.text, borderWidth: 1 } },
      })),
      graphic: strips.map(([from, to], index) => ({
        type: 'text' as const,
        left: 0,
        top: 38 + index * (side * 7 + 36),
        silent: true,
        style: { text: yearsOf(from, to), fill: ink.quiet, fontSize: 11, fontWeight: 600 as const },
      })),
    },
    rows: inStrip.map((part) => part.map(({ row }) => row)),
    notes: allStrips.length > strips.length ? [texts.lastMonths] : [],
  };
}

const yearsOf = (from: number, to: number) => {
  const [first, last] = [Math.floor(from / 12), Math.floor(to / 12)];
  return first === last ? String(first) : `${first}–${last % 100}`;
};

/** Every second weekday name, so that labels do not touch. */
const everySecondName = (names: string[]) => names.map((name, index) => (index % 2 === 1 ? name : ''));
