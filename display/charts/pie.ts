import type { PieSeriesOption } from 'echarts';

import { formatPercent } from '#display/format/number.ts';
import { formatAmount } from '#display/format/unit.ts';
import { inkOf } from './ink.ts';
import { clip, widthOf } from './text-width.ts';
import { largestParts, partsOf, sumOf } from './chart-parts.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { legendFor, labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';

const maxParts = 6;

const legendLine = 22;

/** Legend below the chart with all names, in as many lines as needed: a paged legend would hide most of them. */
function legendBelow(input: DrawInput, parts: { name: string; colour: string }[]) {
  const { width } = input;
  const mark = 34;
  const maxNameWidth = width / 2 - mark;
  const names = parts.map(({ name }) => name);
  // Text width is estimated; a name that fits must not be clipped.
  const text = Math.min(labelWidthFor(names, maxNameWidth) * 1.2, maxNameWidth);
  const perLine = Math.max(1, Math.floor((width + 16) / (text + mark)));
  const { textStyle, ...rest } = legendFor(input, parts);
  return {
    height: Math.ceil(parts.length / perLine) * legendLine + 4,
    option: {
      ...rest,
      type: 'plain' as const,
      top: undefined as never,
      bottom: 0,
      itemGap: 10,
      textStyle: { ...textStyle, width: text },
    },
  };
}

type RingCentre = { centre: [number, number]; radius: number; total: string };

/** The total in the centre of a ring, as the label of a part without size. */
function ringCentreOf({ look }: DrawInput, { centre, radius, total }: RingCentre): PieSeriesOption {
  const ink = inkOf(look);
  const fontSize = Math.min(22, radius / 3.2, (radius * 1.28 - 16) / widthOf(total, 1.15));
  const word = clip(chartTexts[look.language].total, radius, 12);
  return {
    type: 'pie',
    silent: true,
    radius: 0,
    center: centre,
    data: [{ name: '', value: 1 }],
    label: {
      show: true,
      position: 'center',
      formatter: () => `{total|${total}}\n{word|${word}}`,
      rich: {
        total: { color: ink.text, fontSize, fontWeight: 600, lineHeight: Math.max(24, fontSize + 4) },
        word: { color: ink.quiet, fontSize: 12, lineHeight: 20 },
      },
    },
  };
}

/** Ring or pie: parts of a whole, the largest first, clockwise from the top. */
export function drawPie(input: DrawInput): RenderedChart {
  const { look, width, height, options, kind } = input;
  const ink = inkOf(look);
  const { measure, parts } = partsOf(input);
  const positive = parts.filter(({ amount }) => amount > 0);
  const slices = largestParts(positive, maxParts, look);
  const sum = sumOf(positive);
  const texts = chartTexts[look.language];
  const share = (amount: number) => formatPercent(amount / sum, look.language, 1);
  const isWide = width >= 400 && options.labels !== 'off';
  const isRing = kind === 'ring';
  const legend = isWide ? null : legendBelow(input, slices);
  const legendSpace = legend ? legend.height : 0;
  // A label has two lines; beside the top or bottom of the ring half of it must clear the slice.
  const labelDistance = 20;
  const radius = Math.max(
    40,
    Math.min(
      isWide ? Math.min(height * 0.4, height / 2 - labelDistance - 20) : (height - legendSpace - 6) * 0.48,
      width * (isWide ? 0.24 : 0.4),
    ),
  );
  const centre: [number, number] = [width / 2, (height - legendSpace) / 2];
  const labelWidth = width / 2 - radius - labelDistance - 34;
  const total = formatAmount(sum, measure.style, look);
  return {
    option: {
      ...baseOptionOf(input, slices.length),
      tooltip: tooltipFor(input, 'item', ({ dataIndex }) => {
        const part = slices[dataIndex];
        if (!part) return null;
        const { colour, amount: value, base } = part;
        return {
          title: part.name,
          rows: [
            ...amountRows(measure, { colour, value, base }, look),
            { colour: null, name: texts.share, value: share(part.amount) },
          ],
        };
      }),
      ...(legend && { legend: legend.option }),
      series: [
        {
          type: 'pie',
          radius: isRing ? [radius * 0.64, radius] : [0, radius],
          center: centre,
          startAngle: 90,
          data: slices.map((part) => ({
            name: part.name,
            value: part.amount,
            row: part.row,
            itemStyle: { color: part.colour },
          })),
          itemStyle: { borderColor: ink.surface, borderWidth: slices.length > 1 ? 2 : 0, borderRadius: isRing ? 3 : 0 },
          emphasis: { scale: true, scaleSize: 4 },
          label: isWide
            ? {
                show: true,
                color: ink.text,
                fontSize: 12,
                lineHeight: 17,
                formatter: ({ dataIndex }: { dataIndex: number }) => {
                  const part = slices[dataIndex]!;
                  return `${clip(part.name, labelWidth, 12)}\n{share|${share(part.amount)}}`;
                },
                rich: { share: { color: ink.quiet, fontSize: 12, lineHeight: 17 } },
              }
            : {
                show: options.labels !== 'off' && !isRing,
                position: 'inside',
                fontSize: 12,
                formatter: ({ dataIndex }: { dataIndex: number }) =>
                  slices[dataIndex]!.amount / sum < 0.06 ? '' : share(slices[dataIndex]!.amount),
              },
          labelLine: { show: isWide, length: labelDistance, length2: 10, lineStyle: { color: ink.rest, width: 1 } },
          ...(!isWide && { labelLayout: { hideOverlap: true } }),
        },
        ...(isRing ? [ringCentreOf(input, { centre, radius, total })] : []),
      ],
    },
    rows: [slices.map(({ row }) => row)],
    notes: positive.length < parts.length ? [texts.negativeLeftOut(parts.length - positive.length)] : [],
  };
}
