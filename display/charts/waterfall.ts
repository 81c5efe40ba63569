import { formatExact } from '#display/format/exact.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Look } from '#display/frame.ts';
import { amountAxis, amountAxisWidth, nameAxis } from './axis.ts';
import { withShadowPointer } from './bar.ts';
import { type CustomSeriesApi, renderItemOf } from './custom-series.ts';
import { changeColour, inkOf } from './ink.ts';
import { clip, widthOf } from './text-width.ts';
import { tickCount } from './line.ts';
import { colourAt } from './palette.ts';
import { type ChartPart, partsOf, restOf } from './chart-parts.ts';
import type { RenderedChart, DrawInput, Tip } from './draw-input.ts';
import { labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { ticksIn } from './ticks.ts';
import { amountRows } from './tooltips.ts';

type WaterfallStep = {
  name: string;
  from: number;
  to: number;
  base: number | null;
  row: number | null;
  isTotal: boolean;
};

/** Each step begins where the previous one ended; the last is the total. */
function stepsOf(parts: ChartPart[], total: string): WaterfallStep[] {
  let sum = 0;
  const steps = parts.map(({ name, amount, base, row }) => {
    const from = sum;
    sum += amount;
    return { name, from, to: sum, base, row, isTotal: false };
  });
  const baseTotal = parts.reduce((all, { base }) => all + (base ?? 0), 0);
  return [...steps, { name: total, from: 0, to: sum, base: baseTotal, row: null, isTotal: true }];
}

/** Keeps as many parts as fit and merges the others: the total must include all. */
function firstParts(parts: ChartPart[], maxParts: number, look: Look): ChartPart[] {
  if (parts.length <= maxParts) return parts;
  return [...parts.slice(0, maxParts - 1), restOf(parts.slice(maxParts - 1), inkOf(look).rest, look)];
}

const withSign = (text: string, { from, to, isTotal }: WaterfallStep) => (!isTotal && to > from ? `+${text}` : text);

const colourOf = ({ from, to, isTotal }: WaterfallStep, look: Look) =>
  isTotal ? colourAt(0, look) : changeColour(to >= from ? 'up' : 'down', look);

/** Input of the drawing: per step a bar, a connector to the next one, and a label. */
type WaterfallBars = {
  steps: WaterfallStep[];
  look: Look;
  isHorizontal: boolean;
  labelOf: ((step: WaterfallStep) => string) | null;
};

function drawStep({ steps, look, isHorizontal, labelOf }: WaterfallBars, api: CustomSeriesApi, index: number): object {
  const step = steps[index]!;
  const at = (amount: number) => api.coord(isHorizontal ? [amount, index] : [index, amount]);
  const slot = api.size(isHorizontal ? [0, 1] : [1, 0])[isHorizontal ? 1 : 0];
  const [first, last] = [at(step.from)[isHorizontal ? 0 : 1], at(step.to)[isHorizontal ? 0 : 1]];
  const middle = at(0)[isHorizontal ? 1 : 0];
  const barWidth = Math.min(isHorizontal ? 24 : 56, slot * 0.64);
  const [start, length] = [Math.min(first, last), Math.max(1, Math.abs(last - first))];
  const ink = inkOf(look);
  const shape = isHorizontal
    ? { x: start, y: middle - barWidth / 2, width: length, height: barWidth, r: 2 }
    : { x: middle - barWidth / 2, y: start, width: barWidth, height: length, r: 2 };
  const link = isHorizontal
    ? { x1: last, y1: middle + barWidth / 2, x2: last, y2: middle + slot - barWidth / 2 }
    : { x1: middle + barWidth / 2, y1: last, x2: middle + slot - barWidth / 2, y2: last };
  const label = isHorizontal
    ? { x: start + length + 5, y: middle, align: 'left', verticalAlign: 'middle' }
    : { x: middle, y: start - 5, align: 'center', verticalAlign: 'bottom' };
  const { x, y, ...textAlign } = label;
  return {
    type: 'group',
    children: [
      { type: 'rect', shape, style: { fill: colourOf(step, look) } },
      ...(index < steps.length - 1
        ? [{ type: 'line', silent: true, shape: link, style: { stroke: ink.rest, lineWidth: 1 } }]
        : []),
      ...(labelOf
        ? [
            {
              type: 'text',
              silent: true,
              x,
              y,
              style: { text: labelOf(step), fill: ink.quiet, fontSize: 12, ...textAlign },
            },
          ]
        : []),
    ],
  };
}

/** Positive and negative contributions to a total; horizontal where names do not fit side by side. */
export function drawWaterfall(input: DrawInput): RenderedChart {
  const { look, width, height, options } = input;
  const ink = inkOf(look);
  const { measure, parts } = partsOf(input);
  const { style } = measure;
  const texts = chartTexts[look.language];
  const isHorizontal = width / (parts.length + 1) < 60;
  const maxParts = Math.max(4, Math.floor(isHorizontal ? height / 20 : width / 24));
  const steps = stepsOf(firstParts(parts, maxParts, look), texts.total);
  const amounts = steps.flatMap(({ from, to }) => [from, to]);
  const ticks = ticksIn(amounts, isHorizontal ? 3 : tickCount(input), true, style, look);
  const names = steps.map(({ name }) => name);
  const unit = unitFor(
    steps.map(({ from, to }) => to - from),
    style,
    look,
  );
  const labelOf = (step: WaterfallStep) => withSign(formatIn(unit, step.to - step.from), step);
  const widest = Math.max(...steps.map((step) => widthOf(labelOf(step), 12)));
  const left = isHorizontal ? labelWidthFor(names, width * 0.3) + 10 : amountAxisWidth(ticks, style, look) + 10;
  const slot = (width - left - 8) / steps.length;
  const labelled = options.labels !== 'off' && (isHorizontal || widest < slot);
  const bars = { steps, look, isHorizontal, labelOf: labelled ? labelOf : null };
  const tipOf = (step: WaterfallStep): Tip => {
    const { from, to, base } = step;
    const [first, ...others] = amountRows(measure, { colour: colourOf(step, look), value: to - from, base }, look);
    const rows = [{ ...first!, value: withSign(first!.value, step) }, ...others];
    const sum = { colour: null, name: texts.total, value: formatExact(step.to, style, look), isQuiet: true };
    return { title: step.name, rows: step.isTotal ? rows : [...rows, sum] };
  };
  const categoryAxis = {
    type: 'category' as const,
    data: names,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: ink.border } },
    axisLabel: { color: ink.quiet, fontSize: 12, interval: 0, formatter: (name: string) => clip(name, slot - 4, 12) },
  };
  return {
    option: {
      ...baseOptionOf(input, steps.length),
      grid: isHorizontal
        ? { left, right: labelled ? Math.ceil(widest * 1.1) + 12 : 16, top: 4, bottom: 26 }
        : { left, right: 8, top: 22, bottom: 28 },
      xAxis: isHorizontal ? amountAxis(ticks, style, look) : categoryAxis,
      yAxis: isHorizontal ? nameAxis(names, left - 10, look) : amountAxis(ticks, style, look),
      tooltip: withShadowPointer(
        tooltipFor(input, 'axis', ({ dataIndex }) => (steps[dataIndex] ? tipOf(steps[dataIndex]) : null)),
        look,
      ),
      series: [
        {
          type: 'custom',
          data: steps.map(({ from, to, row }, index) => ({ value: [index, from, to], row })),
          encode: isHorizontal ? { y: 0, x: [1, 2] } : { x: 0, y: [1, 2] },
          renderItem: renderItemOf((api, index) => drawStep(bars, api, index)),
        },
      ],
    },
    rows: [steps.map(({ row }) => row)],
    notes: parts.length > maxParts ? [texts.someItems(maxParts - 1, parts.length)] : [],
  };
}
