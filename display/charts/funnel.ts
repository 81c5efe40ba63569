import { formatPercent } from '#display/format/number.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import { nameAxis } from './axis.ts';
import { mix, textOn } from './colour.ts';
import { dimensionsOf, isNumberField, isTimeField } from './columns.ts';
import { renderOf } from './floating.ts';
import { inkOf } from './ink.ts';
import { widthOf } from './lettering.ts';
import { colourAt } from './palette.ts';
import { type Part, partsOf } from './parts.ts';
import type { Drawn, Picture } from './picture.ts';
import { roomFor, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { amountRows } from './tips.ts';

const percentStyle = { format: 'percent' as const, decimals: null, unit: '' };
const words = {
  zh_CN: { ofFirst: '占第一步', ofBefore: '占上一步' },
  en_US: { ofFirst: 'Of the first', ofBefore: 'Of the one before' },
};

/** Stages that are numbered, of time or of sizes have an order of their own; others go from the largest down. */
function stagesOf({ frame }: Picture, parts: Part[]): Part[] {
  const [dimension] = dimensionsOf(frame);
  const isOrdered =
    !dimension ||
    isTimeField(dimension.field) ||
    isNumberField(dimension.field) ||
    parts.every(({ name, isRest }) => isRest || /^(\D{0,3}\d|第)/.test(name));
  const stages = parts.filter(({ amount }) => amount >= 0);
  return isOrdered ? stages : stages.toSorted((a, b) => b.amount - a.amount);
}

/** Stages one below the other, each as wide as its number, with what is left of the first. */
export function drawFunnel(picture: Picture): Drawn {
  const { look, width, height } = picture;
  const ink = inkOf(look);
  const { measure, parts } = partsOf(picture);
  const most = Math.max(3, Math.floor(height / 22));
  const stages = stagesOf(picture, parts).slice(0, most);
  const widestStage = Math.max(...stages.map(({ amount }) => amount), Number.MIN_VALUE);
  const first = stages[0]?.amount ?? 0;
  const unit = unitFor(
    stages.map(({ amount }) => amount),
    measure.style,
    look,
  );
  const names = stages.map(({ name }) => name);
  const room = roomFor(names, width * 0.32);
  const shareOf = (amount: number, whole: number) =>
    whole > 0 ? formatPercent(amount / whole, look.language, 1) : '-';
  const tenths = { ...unitFor([1], percentStyle, look), decimals: 1 };
  const ends = stages.map(({ amount }) => formatIn(tenths, first > 0 ? amount / first : null));
  const endRoom = Math.max(...ends.map((end) => widthOf(end, 12))) + 16;
  const colour = colourAt(0, look);
  const shade = (index: number) => mix(colour, ink.surface, Math.min(0.55, (index / Math.max(stages.length, 5)) * 0.6));
  return {
    option: {
      ...stageOf(picture, stages.length),
      grid: { left: room + 10, right: endRoom, top: 4, bottom: 4 },
      xAxis: { type: 'value', min: -widestStage / 2, max: widestStage / 2, show: false },
      yAxis: [
        { ...nameAxis(names, room, look), axisLine: { show: false } },
        {
          ...nameAxis(ends, endRoom, look),
          position: 'right',
          axisLine: { show: false },
          axisLabel: { color: ink.quiet, fontSize: 12, interval: 0 },
        },
      ],
      tooltip: tooltipFor(picture, 'item', ({ dataIndex }) => {
        const stage = stages[dataIndex];
        if (!stage) return null;
        const say = words[look.language];
        const { amount: value, base } = stage;
        const rows = amountRows(measure, { colour: shade(dataIndex), value, base }, look);
        if (dataIndex === 0) return { title: stage.name, rows };
        const before = stages[dataIndex - 1]!.amount;
        return {
          title: stage.name,
          rows: [
            ...rows,
            { colour: null, name: say.ofBefore, value: shareOf(stage.amount, before) },
            { colour: null, name: say.ofFirst, value: shareOf(stage.amount, first) },
          ],
        };
      }),
      series: [
        {
          type: 'custom',
          data: stages.map(({ amount, row }, index) => ({ value: [amount, index], row })),
          renderItem: renderOf((brush, index) => {
            const amount = brush.value(0);
            const next = stages[index + 1]?.amount;
            const [middle, y] = brush.coord([0, index]);
            const slot = brush.size([0, 1])[1];
            const half = (each: number) => Math.max(1, brush.size([each, 0])[0] / 2);
            const [wide, high] = [half(amount), Math.min(slot * 0.7, 44)];
            const [top, bottom] = [y - high / 2, y + high / 2];
            const text = formatIn(unit, amount);
            const fits = wide * 2 > widthOf(text, 12) + 12;
            const skirt =
              next === undefined
                ? []
                : [
                    {
                      type: 'polygon',
                      silent: true,
                      shape: {
                        points: [
                          [middle - wide, bottom],
                          [middle + wide, bottom],
                          [middle + half(next), top + slot],
                          [middle - half(next), top + slot],
                        ],
                      },
                      style: { fill: shade(index), opacity: 0.18 },
                    },
                  ];
            return {
              type: 'group',
              children: [
                ...skirt,
                {
                  type: 'rect',
                  shape: { x: middle - wide, y: top, width: wide * 2, height: high, r: 4 },
                  style: { fill: shade(index) },
                },
                {
                  type: 'text',
                  silent: true,
                  x: fits ? middle : middle + wide + 6,
                  y,
                  style: {
                    text,
                    fontSize: 12,
                    fontWeight: 600,
                    align: fits ? 'center' : 'left',
                    verticalAlign: 'middle',
                    fill: fits ? textOn(shade(index)) : ink.text,
                  },
                },
              ],
            };
          }),
        },
      ],
    },
    rows: [stages.map(({ row }) => row)],
    notes: parts.length > stages.length ? [chartTexts[look.language].someItems(stages.length, parts.length)] : [],
  };
}
