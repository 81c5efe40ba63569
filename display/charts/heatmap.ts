import { formatIn, unitFor } from '#display/format/unit.ts';
import { itemAxis, nameAxis } from './axis.ts';
import { textOn } from './colour.ts';
import { isRest } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { widthOf } from './text-width.ts';
import type { Frame } from '#display/frame.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { itemName, type SeriesLayout, layOut, type ChartSeries } from './series-layout.ts';
import { rangeOf, colourScaleFor } from './colour-scale.ts';
import { labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';

type HeatmapCell = { x: number; y: number; amount: number; row: number | null; isRest: boolean };

function cellsOf(series: ChartSeries[], frame: Frame): HeatmapCell[] {
  return series.flatMap(({ values, rows }, y) =>
    values.flatMap((amount, x) => {
      const row = rows[x] ?? null;
      return amount === null ? [] : [{ x, y, amount, row, isRest: row !== null && isRest(frame, row) }];
    }),
  );
}

/** Limits rows and columns to what is legible. */
function limitCells(layout: SeriesLayout, { width, height, look }: DrawInput) {
  const [across, down] = [Math.max(4, Math.floor(width / 10)), Math.max(4, Math.floor((height - 60) / 14))];
  const texts = chartTexts[look.language];
  const isWide = layout.items.length > across;
  const isHigh = layout.series.length > down;
  const series = layout.series.slice(0, down);
  return {
    layout: {
      ...layout,
      items: layout.items.slice(0, across),
      series: series.map((each) => ({ ...each, values: each.values.slice(0, across) })),
    },
    notes: [
      ...(isWide ? [texts.someItems(across, layout.items.length)] : []),
      ...(isHigh ? [texts.someItems(down, layout.series.length)] : []),
    ],
  };
}

/** The rest is often larger than all other values: it gets no shade, only its number. */
const restStyle = (look: DrawInput['look']) => ({
  visualMap: false,
  itemStyle: { color: inkOf(look).rest },
  label: { color: textOn(inkOf(look).rest) },
});

/** Two dimensions across and down, with a shade per pair. */
export function drawHeatmap(input: DrawInput): RenderedChart {
  const { look, width, height, options } = input;
  const ink = inkOf(look);
  const { layout, notes } = limitCells(layOut(input, { seriesLimit: 200 }), input);
  const { series, items, axis } = layout;
  const { style } = series[0]!.column;
  const cells = cellsOf(series, input.frame);
  const named = cells.filter((cell) => !cell.isRest);
  const names = series.map(({ name }) => name);
  const labelWidth = labelWidthFor(names, width * 0.3);
  const plot = width - labelWidth - 14;
  const slot = { width: plot / items.length, height: (height - 76) / series.length };
  const unit = unitFor(
    cells.map(({ amount }) => amount),
    style,
    look,
  );
  const widest = Math.max(0, ...cells.slice(0, 2000).map(({ amount }) => widthOf(formatIn(unit, amount), 11)));
  const labelled = options.labels !== 'off' && slot.height >= 18 && widest + 6 <= slot.width;
  return {
    option: {
      ...baseOptionOf(input, cells.length),
      grid: { left: labelWidth + 10, right: 4, top: 34, bottom: layout.grain ? 40 : 26 },
      xAxis: { ...itemAxis(layout, plot, look, false), axisLine: { show: false } },
      yAxis: { ...nameAxis(names, labelWidth, look), axisLine: { show: false } },
      visualMap: colourScaleFor(input, rangeOf((named.length > 0 ? named : cells).map(({ amount }) => amount)), style),
      tooltip: tooltipFor(input, 'item', ({ dataIndex }) => {
        const cell = cells[dataIndex];
        if (!cell) return null;
        return {
          title: `${itemName(items[cell.x]!, axis, look)} · ${names[cell.y]}`,
          rows: amountRows(
            series[0]!.column,
            { colour: null, value: cell.amount, base: series[cell.y]!.base?.[cell.x] ?? null },
            look,
          ),
        };
      }),
      series: [
        {
          type: 'heatmap',
          data: cells.map(({ x, y, amount, ...cell }) =>
            cell.isRest ? { value: [x, y, amount], ...restStyle(look) } : [x, y, amount],
          ),
          itemStyle: { borderColor: ink.surface, borderWidth: slot.width > 12 ? 2 : 0.5, borderRadius: 3 },
          emphasis: { itemStyle: { borderColor: ink.text, borderWidth: 1 } },
          label: {
            show: labelled,
            fontSize: 11,
            formatter: ({ dataIndex }: { dataIndex: number }) => formatIn(unit, cells[dataIndex]!.amount),
          },
        },
      ],
    },
    rows: [cells.map(({ row }) => row)],
    notes,
  };
}
