import type { EChartsOption } from 'echarts';

import type { RenderedChart } from './draw-input.ts';

const [faint, faintLabel] = [0.22, 0.45];

type OpacityStyle = { opacity?: number };
type EmphasisItem = {
  row?: number | null;
  itemStyle?: OpacityStyle;
  label?: object;
  children?: EmphasisItem[];
  value?: unknown;
};
type EmphasisSeries = {
  type?: string;
  silent?: boolean;
  data?: unknown;
  lineStyle?: OpacityStyle;
  areaStyle?: OpacityStyle;
  endLabel?: object;
};
type RowPredicate = (row: number) => boolean;

const itemOf = (item: unknown): EmphasisItem =>
  item !== null && typeof item === 'object' && !Array.isArray(item) ? item : { value: item };

const fadedItem = (item: EmphasisItem): EmphasisItem => ({
  ...item,
  itemStyle: { ...item.itemStyle, opacity: faint },
  label: { ...item.label, opacity: faintLabel },
});

function fadeItem(item: unknown, row: number | null | undefined, isPicked: RowPredicate): EmphasisItem {
  const whole = itemOf(item);
  if (whole.children && whole.children.length > 0) return fadeBranch(whole, isPicked);
  const seriesRows = whole.row ?? row;
  return seriesRows !== null && seriesRows !== undefined && isPicked(seriesRows) ? whole : fadedItem(whole);
}

/** A branch stays visible if any of its children is picked. */
function fadeBranch(branch: EmphasisItem, isPicked: RowPredicate): EmphasisItem {
  const children = branch.children!.map((child) => fadeItem(child, child.row, isPicked));
  const isAllFaint = children.every(({ itemStyle }) => itemStyle?.opacity === faint);
  return isAllFaint ? { ...fadedItem(branch), children } : { ...branch, children };
}

// A line has no items to fade: it is faded as a whole.
function fadeLine(series: EmphasisSeries): EmphasisSeries {
  return {
    ...series,
    lineStyle: { ...series.lineStyle, opacity: faint },
    ...(series.areaStyle && { areaStyle: { ...series.areaStyle, opacity: 0.05 } }),
    ...(series.endLabel && { endLabel: { ...series.endLabel, opacity: faintLabel } }),
  };
}

/** The chart option with everything but the picked rows faded. */
export function withEmphasis({ option, rows }: RenderedChart, isPicked: RowPredicate): EChartsOption {
  const series = (Array.isArray(option.series) ? option.series : []) as EmphasisSeries[];
  const emphasised = series.map((each, at): EmphasisSeries => {
    const seriesRows = rows[at] ?? [];
    if (each.type === 'line') return seriesRows.some((row) => row !== null && isPicked(row)) ? each : fadeLine(each);
    if (each.silent || !Array.isArray(each.data)) return each;
    return { ...each, data: each.data.map((item, index) => fadeItem(item, seriesRows[index], isPicked)) };
  });
  return { ...option, series: emphasised as EChartsOption['series'] } as EChartsOption;
}
