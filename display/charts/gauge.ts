import { amountOf } from '#display/format/amount.ts';
import { formatPercent } from '#display/format/number.ts';
import { formatAmount } from '#display/format/unit.ts';
import { measuresOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { colourAt } from './palette.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { measureRows } from './tooltips.ts';
import { ticksFor } from './ticks.ts';

/** One number on an arc up to its target, to 100% for a percentage, else to the next round number. */
export function drawGauge(input: DrawInput): RenderedChart {
  const { look, width, height, frame, options } = input;
  const ink = inkOf(look);
  const measure = measuresOf(frame, options)[0]!;
  const value = amountOf(measure.values[0]) ?? 0;
  const isPercent = measure.style.format === 'percent';
  const scaleEnd = options.target ?? (isPercent && value <= 1 ? 1 : ticksFor([value], 2, true).max);
  const max = scaleEnd > 0 ? scaleEnd : 1;
  const radius = Math.min(width / 2 - 12, height - 56);
  const text = formatAmount(value, measure.style, look);
  const note = options.target
    ? `${formatPercent(value / options.target, look.language, 1)} / ${formatAmount(options.target, measure.style, look)}`
    : `/ ${formatAmount(max, measure.style, look)}`;
  const arcWidth = Math.max(10, Math.min(22, radius * 0.14));
  return {
    option: {
      ...baseOptionOf(input, 1),
      tooltip: tooltipFor(input, 'item', () => ({
        title: '',
        rows: measureRows(measure, 0, colourAt(0, look), look),
      })),
      series: [
        {
          type: 'gauge',
          center: [width / 2, Math.min(height - 30, height / 2 + radius / 2 + 4)],
          radius,
          startAngle: 180,
          endAngle: 0,
          min: 0,
          max,
          data: [{ value: Math.min(Math.max(value, 0), max), name: note }],
          progress: { show: true, width: arcWidth, roundCap: value > 0, itemStyle: { color: colourAt(0, look) } },
          axisLine: { roundCap: true, lineStyle: { width: arcWidth, color: [[1, ink.empty]] } },
          pointer: { show: false },
          axisTick: { show: false },
          splitLine: { show: false },
          axisLabel: { show: false },
          detail: {
            formatter: () => text,
            color: ink.text,
            fontSize: Math.max(18, Math.min(36, radius * 0.26)),
            fontWeight: 600,
            offsetCenter: [0, -radius * 0.18],
          },
          title: { color: ink.quiet, fontSize: 13, offsetCenter: [0, radius * 0.06] },
        },
      ],
    },
    rows: [[0]],
    notes: [],
  };
}
