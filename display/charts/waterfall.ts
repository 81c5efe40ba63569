import { formatExact } from '#display/format/exact.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Look } from '#display/frame.ts';
import { amountAxis, amountWidth, nameAxis } from './axis.ts';
import { shadowed } from './bar.ts';
import { type Brush, renderOf } from './floating.ts';
import { courseColour, inkOf } from './ink.ts';
import { clip, widthOf } from './lettering.ts';
import { tickCount } from './line.ts';
import { colourAt } from './palette.ts';
import { type Part, partsOf, restOf } from './parts.ts';
import type { Drawn, Picture, Tip } from './picture.ts';
import { roomFor, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { ticksIn } from './ticks.ts';
import { amountRows } from './tips.ts';

type Step = { name: string; from: number; to: number; base: number | null; row: number | null; isTotal: boolean };

/** Each part begins where the one before ended; the sum of all stands at the end. */
function stepsOf(parts: Part[], total: string): Step[] {
  let sum = 0;
  const steps = parts.map(({ name, amount, base, row }) => {
    const from = sum;
    sum += amount;
    return { name, from, to: sum, base, row, isTotal: false };
  });
  const before = parts.reduce((all, { base }) => all + (base ?? 0), 0);
  return [...steps, { name: total, from: 0, to: sum, base: before, row: null, isTotal: true }];
}

/** As many parts as have room, the others as one: the total must hold all of them. */
function firstOf(parts: Part[], most: number, look: Look): Part[] {
  if (parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), restOf(parts.slice(most - 1), inkOf(look).rest, look)];
}

const signed = (text: string, { from, to, isTotal }: Step) => (!isTotal && to > from ? `+${text}` : text);

const colourOf = ({ from, to, isTotal }: Step, look: Look) =>
  isTotal ? colourAt(0, look) : courseColour(to >= from ? 'up' : 'down', look);

/** A bar from one sum to the next, a thin line to where the next begins, and how much it is. */
type Bars = { steps: Step[]; look: Look; isLying: boolean; labelOf: ((step: Step) => string) | null };

function drawStep({ steps, look, isLying, labelOf }: Bars, brush: Brush, index: number): object {
  const step = steps[index]!;
  const at = (amount: number) => brush.coord(isLying ? [amount, index] : [index, amount]);
  const slot = brush.size(isLying ? [0, 1] : [1, 0])[isLying ? 1 : 0];
  const [first, last] = [at(step.from)[isLying ? 0 : 1], at(step.to)[isLying ? 0 : 1]];
  const middle = at(0)[isLying ? 1 : 0];
  const wide = Math.min(isLying ? 24 : 56, slot * 0.64);
  const [near, long] = [Math.min(first, last), Math.max(1, Math.abs(last - first))];
  const ink = inkOf(look);
  const shape = isLying
    ? { x: near, y: middle - wide / 2, width: long, height: wide, r: 2 }
    : { x: middle - wide / 2, y: near, width: wide, height: long, r: 2 };
  const link = isLying
    ? { x1: last, y1: middle + wide / 2, x2: last, y2: middle + slot - wide / 2 }
    : { x1: middle + wide / 2, y1: last, x2: middle + slot - wide / 2, y2: last };
  const label = isLying
    ? { x: near + long + 5, y: middle, align: 'left', verticalAlign: 'middle' }
    : { x: middle, y: near - 5, align: 'center', verticalAlign: 'bottom' };
  const { x, y, ...placing } = label;
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
              style: { text: labelOf(step), fill: ink.quiet, fontSize: 12, ...placing },
            },
          ]
        : []),
    ],
  };
}

/** How pluses and minuses make up a result; lying where the names would have no room side by side. */
export function drawWaterfall(picture: Picture): Drawn {
  const { look, width, height, options } = picture;
  const ink = inkOf(look);
  const { measure, parts } = partsOf(picture);
  const { style } = measure;
  const say = chartTexts[look.language];
  const isLying = width / (parts.length + 1) < 60;
  const most = Math.max(4, Math.floor(isLying ? height / 20 : width / 24));
  const steps = stepsOf(firstOf(parts, most, look), say.total);
  const amounts = steps.flatMap(({ from, to }) => [from, to]);
  const ticks = ticksIn(amounts, isLying ? 3 : tickCount(picture), true, style, look);
  const names = steps.map(({ name }) => name);
  const unit = unitFor(
    steps.map(({ from, to }) => to - from),
    style,
    look,
  );
  const labelOf = (step: Step) => signed(formatIn(unit, step.to - step.from), step);
  const widest = Math.max(...steps.map((step) => widthOf(labelOf(step), 12)));
  const left = isLying ? roomFor(names, width * 0.3) + 10 : amountWidth(ticks, style, look) + 10;
  const slot = (width - left - 8) / steps.length;
  const labelled = options.labels !== 'off' && (isLying || widest < slot);
  const bars = { steps, look, isLying, labelOf: labelled ? labelOf : null };
  const tipOf = (step: Step): Tip => {
    const { from, to, base } = step;
    const [first, ...others] = amountRows(measure, { colour: colourOf(step, look), value: to - from, base }, look);
    const rows = [{ ...first!, value: signed(first!.value, step) }, ...others];
    const sum = { colour: null, name: say.total, value: formatExact(step.to, style, look), isQuiet: true };
    return { title: step.name, rows: step.isTotal ? rows : [...rows, sum] };
  };
  const standing = {
    type: 'category' as const,
    data: names,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: ink.border } },
    axisLabel: { color: ink.quiet, fontSize: 12, interval: 0, formatter: (name: string) => clip(name, slot - 4, 12) },
  };
  return {
    option: {
      ...stageOf(picture, steps.length),
      grid: isLying
        ? { left, right: labelled ? Math.ceil(widest * 1.1) + 12 : 16, top: 4, bottom: 26 }
        : { left, right: 8, top: 22, bottom: 28 },
      xAxis: isLying ? amountAxis(ticks, style, look) : standing,
      yAxis: isLying ? nameAxis(names, left - 10, look) : amountAxis(ticks, style, look),
      tooltip: shadowed(
        tooltipFor(picture, 'axis', ({ dataIndex }) => (steps[dataIndex] ? tipOf(steps[dataIndex]) : null)),
        look,
      ),
      series: [
        {
          type: 'custom',
          data: steps.map(({ from, to, row }, index) => ({ value: [index, from, to], row })),
          encode: isLying ? { y: 0, x: [1, 2] } : { x: 0, y: [1, 2] },
          renderItem: renderOf((brush, index) => drawStep(bars, brush, index)),
        },
      ],
    },
    rows: [steps.map(({ row }) => row)],
    notes: parts.length > most ? [say.someItems(most - 1, parts.length)] : [],
  };
}
