import type { PieSeriesOption } from 'echarts';

import { formatPercent } from '#display/format/number.ts';
import { formatAmount } from '#display/format/unit.ts';
import { inkOf } from './ink.ts';
import { clip, widthOf } from './lettering.ts';
import { largest, partsOf, sumOf } from './parts.ts';
import type { Drawn, Picture } from './picture.ts';
import { legendFor, roomFor, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { amountRows } from './tips.ts';

const mostParts = 6;

const legendLine = 22;

/** All names below the picture, in as many lines as they take: a page of two out of seven would tell little. */
function legendBelow(picture: Picture, parts: { name: string; colour: string }[]) {
  const { width } = picture;
  const mark = 34;
  const most = width / 2 - mark;
  const names = parts.map(({ name }) => name);
  // Texts are measured roughly, and a name that fits must not be cut.
  const text = Math.min(roomFor(names, most) * 1.2, most);
  const perLine = Math.max(1, Math.floor((width + 16) / (text + mark)));
  const { textStyle, ...rest } = legendFor(picture, parts);
  return {
    room: Math.ceil(parts.length / perLine) * legendLine + 4,
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

type Middle = { centre: [number, number]; radius: number; total: string };

/** The total in the middle of a ring, as the label of a part that has no size. */
function middleOf({ look }: Picture, { centre, radius, total }: Middle): PieSeriesOption {
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

/** A ring or a pie: parts of a whole, the largest first, clockwise from the top. */
export function drawPie(picture: Picture): Drawn {
  const { look, width, height, options, kind } = picture;
  const ink = inkOf(look);
  const { measure, parts } = partsOf(picture);
  const positive = parts.filter(({ amount }) => amount > 0);
  const shown = largest(positive, mostParts, look);
  const sum = sumOf(positive);
  const say = chartTexts[look.language];
  const share = (amount: number) => formatPercent(amount / sum, look.language, 1);
  const isWide = width >= 400 && options.labels !== 'off';
  const isRing = kind === 'ring';
  const legend = isWide ? null : legendBelow(picture, shown);
  const below = legend ? legend.room : 0;
  // A label has two lines: beside the top or the bottom of the ring half of it must fit before the slice.
  const away = 20;
  const radius = Math.max(
    40,
    Math.min(
      isWide ? Math.min(height * 0.4, height / 2 - away - 20) : (height - below - 6) * 0.48,
      width * (isWide ? 0.24 : 0.4),
    ),
  );
  const centre: [number, number] = [width / 2, (height - below) / 2];
  const room = width / 2 - radius - away - 34;
  const total = formatAmount(sum, measure.style, look);
  return {
    option: {
      ...stageOf(picture, shown.length),
      tooltip: tooltipFor(picture, 'item', ({ dataIndex }) => {
        const part = shown[dataIndex];
        if (!part) return null;
        const { colour, amount: value, base } = part;
        return {
          title: part.name,
          rows: [
            ...amountRows(measure, { colour, value, base }, look),
            { colour: null, name: say.share, value: share(part.amount) },
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
          data: shown.map((part) => ({
            name: part.name,
            value: part.amount,
            row: part.row,
            itemStyle: { color: part.colour },
          })),
          itemStyle: { borderColor: ink.surface, borderWidth: shown.length > 1 ? 2 : 0, borderRadius: isRing ? 3 : 0 },
          emphasis: { scale: true, scaleSize: 4 },
          label: isWide
            ? {
                show: true,
                color: ink.text,
                fontSize: 12,
                lineHeight: 17,
                formatter: ({ dataIndex }: { dataIndex: number }) => {
                  const part = shown[dataIndex]!;
                  return `${clip(part.name, room, 12)}\n{share|${share(part.amount)}}`;
                },
                rich: { share: { color: ink.quiet, fontSize: 12, lineHeight: 17 } },
              }
            : {
                show: options.labels !== 'off' && !isRing,
                position: 'inside',
                fontSize: 12,
                formatter: ({ dataIndex }: { dataIndex: number }) =>
                  shown[dataIndex]!.amount / sum < 0.06 ? '' : share(shown[dataIndex]!.amount),
              },
          labelLine: { show: isWide, length: away, length2: 10, lineStyle: { color: ink.rest, width: 1 } },
          ...(!isWide && { labelLayout: { hideOverlap: true } }),
        },
        ...(isRing ? [middleOf(picture, { centre, radius, total })] : []),
      ],
    },
    rows: [shown.map(({ row }) => row)],
    notes: positive.length < parts.length ? [say.negativeLeftOut(parts.length - positive.length)] : [],
  };
}
