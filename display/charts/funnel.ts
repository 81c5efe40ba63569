import { formatPercent } from '#display/format/number.ts';
import { formatIn, unitFor } from '#display/format/unit.ts';
import { percentStyle } from '#domain/query/chart.ts';
import { nameAxis } from './axis.ts';
import { mix, textOn } from './colour.ts';
import { dimensionsOf, isNumberField, isTimeField } from './frame-columns.ts';
import { renderItemOf } from './custom-series.ts';
import { inkOf } from './ink.ts';
import { widthOf } from './text-width.ts';
import { colourAt } from './palette.ts';
import { type ChartPart, partsOf } from './chart-parts.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';

const words = {
  zh_CN: { ofFirst: '占第一步', ofBefore: '占上一步' },
  en_US: { ofFirst: 'Of first step', ofBefore: 'Of previous step' },
};

/** Stages that are numbered, in time or numeric keep their order; others are sorted by size, largest first. */
function stagesOf({ frame }: DrawInput, parts: ChartPart[]): ChartPart[] {
  const [dimension] = dimensionsOf(frame);
  const isOrdered =
    !dimension ||
    isTimeField(dimension.field) ||
    isNumberField(dimension.field) ||
    parts.every(({ name, isRest }) => isRest || /^(\D{0,3}\d|第)/.test(name));
  const stages = parts.filter(({ amount }) => amount >= 0);
  return isOrdered ? stages : stages.toSorted((a, b) => b.amount - a.amount);
}

/** Funnel: one bar per stage, with its share of the first stage. */
export function drawFunnel(input: DrawInput): RenderedChart {
  const { look, width, height } = input;
  const ink = inkOf(look);
  const { measure, parts } = partsOf(input);
  const maxStages = Math.max(3, Math.floor(height / 22));
  const stages = stagesOf(input, parts).slice(0, maxStages);
  const widestStage = Math.max(...stages.map(({ amount }) => amount), Number.MIN_VALUE);
  const first = stages[0]?.amount ?? 0;
  const unit = unitFor(
    stages.map(({ amount }) => amount),
    measure.style,
    look,
  );
  const names = stages.map(({ name }) => name);
  const labelWidth = labelWidthFor(names, width * 0.32);
  const shareOf = (amount: number, whole: number) =>
    whole > 0 ? formatPercent(amount / whole, look.language, 1) : '-';
  const percentUnit = { ...unitFor([1], percentStyle, look), decimals: 1 };
  const shareLabels = stages.map(({ amount }) => formatIn(percentUnit, first > 0 ? amount / first : null));
  const shareWidth = Math.max(...shareLabels.map((end) => widthOf(end, 12))) + 16;
  const colour = colourAt(0, look);
  const shade = (index: number) => mix(colour, ink.surface, Math.min(0.55, (index / Math.max(stages.length, 5)) * 0.6));
  return {
    option: {
      ...baseOptionOf(input, stages.length),
      grid: { left: labelWidth + 10, right: shareWidth, top: 4, bottom: 4 },
      xAxis: { type: 'value', min: -widestStage / 2, max: widestStage / 2, show: false },
      yAxis: [
        { ...nameAxis(names, labelWidth, look), axisLine: { show: false } },
        {
          ...nameAxis(shareLabels, shareWidth, look),
          position: 'right',
          axisLine: { show: false },
          axisLabel: { color: ink.quiet, fontSize: 12, interval: 0 },
        },
      ],
      tooltip: tooltipFor(input, 'item', ({ dataIndex }) => {
        const stage = stages[dataIndex];
        if (!stage) return null;
        const texts = words[look.language];
        const { amount: value, base } = stage;
        const rows = amountRows(measure, { colour: shade(dataIndex), value, base }, look);
        if (dataIndex === 0) return { title: stage.name, rows };
        const before = stages[dataIndex - 1]!.amount;
        return {
          title: stage.name,
          rows: [
            ...rows,
            { colour: null, name: texts.ofBefore, value: shareOf(stage.amount, before) },
            { colour: null, name: texts.ofFirst, value: shareOf(stage.amount, first) },
          ],
        };
      }),
      series: [
        {
          type: 'custom',
          data: stages.map(({ amount, row }, index) => ({ value: [amount, index], row })),
          renderItem: renderItemOf((api, index) => {
            const amount = api.value(0);
            const next = stages[index + 1]?.amount;
            const [middle, y] = api.coord([0, index]);
            const slot = api.size([0, 1])[1];
            const half = (each: number) => Math.max(1, api.size([each, 0])[0] / 2);
            const [halfWidth, barHeight] = [half(amount), Math.min(slot * 0.7, 44)];
            const [top, bottom] = [y - barHeight / 2, y + barHeight / 2];
            const text = formatIn(unit, amount);
            const fits = halfWidth * 2 > widthOf(text, 12) + 12;
            const connector =
              next === undefined
                ? []
                : [
                    {
                      type: 'polygon',
                      silent: true,
                      shape: {
                        points: [
                          [middle - halfWidth, bottom],
                          [middle + halfWidth, bottom],
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
                ...connector,
                {
                  type: 'rect',
                  shape: { x: middle - halfWidth, y: top, width: halfWidth * 2, height: barHeight, r: 4 },
                  style: { fill: shade(index) },
                },
                {
                  type: 'text',
                  silent: true,
                  x: fits ? middle : middle + halfWidth + 6,
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
