import { changeDirectionOf } from '#display/format/change.ts';
import { formatAmount } from '#display/format/unit.ts';
import { baseText, changeText, type NumberValue, numberValuesOf } from './number-values.ts';
import { changeColour, inkOf } from './ink.ts';
import { widthOf } from './text-width.ts';
import { colourAt } from './palette.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { baseOptionOf } from './chart-base.ts';

const text = (value: string, x: number, y: number, style: object) => ({
  type: 'text' as const,
  x,
  y,
  silent: true,
  style: { text: value, align: 'left' as const, verticalAlign: 'top' as const, ...style },
});

function numberTexts(number: NumberValue, x: number, { look }: DrawInput) {
  const ink = inkOf(look);
  const value = text(formatAmount(number.value, number.style, look), x, 24, {
    fill: ink.text,
    fontSize: 34,
    fontWeight: 600,
  });
  const label = text(number.label, x, 2, { fill: ink.quiet, fontSize: 13 });
  const before = baseText(number, look);
  if (before === null) return [label, value];
  if (number.base === null) return [label, value, text(before, x, 68, { fill: ink.quiet, fontSize: 13 })];
  const change = changeText(number, look);
  const colour = changeColour(changeDirectionOf(number.difference), look);
  return [
    label,
    value,
    text(change, x, 68, { fill: colour, fontSize: 13, fontWeight: 600 }),
    text(before, x + widthOf(change, 13) * 1.1 + 10, 68, { fill: ink.quiet, fontSize: 13 }),
  ];
}

/** Numbers as one chart image, where there is no page to lay them out. */
export function drawNumberChart(input: DrawInput): RenderedChart {
  const { width, height, look } = input;
  const numbers = numberValuesOf(input);
  const slot = width / Math.max(numbers.length, 1);
  const colour = colourAt(0, look);
  const hasSparkline = height > 140;
  return {
    option: {
      ...baseOptionOf(input, 1),
      graphic: numbers.flatMap((number, index) => numberTexts(number, index * slot, input)),
      grid: numbers.map((_, index) => ({ left: index * slot, width: slot - 20, top: 100, bottom: 8 })),
      xAxis: numbers.map(({ trend }, index) => ({
        type: 'category' as const,
        gridIndex: index,
        show: false,
        boundaryGap: false,
        data: trend.map((_, at) => String(at)),
      })),
      yAxis: numbers.map((_, index) => ({ type: 'value' as const, gridIndex: index, show: false, scale: true })),
      series: numbers.map(({ trend }, index) => ({
        type: 'line' as const,
        xAxisIndex: index,
        yAxisIndex: index,
        data: hasSparkline ? trend : [],
        symbol: 'none',
        lineStyle: { color: colour, width: 2 },
        areaStyle: { color: colour, opacity: 0.1, origin: 'start' as const },
      })),
    },
    rows: [],
    notes: [],
  };
}
