import type { EChartsOption } from 'echarts';

import type { Drawn } from './picture.ts';

const [faint, faintLabel] = [0.22, 0.45];

type Style = { opacity?: number };
type Item = { row?: number | null; itemStyle?: Style; label?: object; children?: Item[]; value?: unknown };
type Series = {
  type?: string;
  silent?: boolean;
  data?: unknown;
  lineStyle?: Style;
  areaStyle?: Style;
  endLabel?: object;
};
type IsMeant = (row: number) => boolean;

const itemOf = (item: unknown): Item =>
  item !== null && typeof item === 'object' && !Array.isArray(item) ? item : { value: item };

const faded = (item: Item): Item => ({
  ...item,
  itemStyle: { ...item.itemStyle, opacity: faint },
  label: { ...item.label, opacity: faintLabel },
});

function fadeItem(item: unknown, row: number | null | undefined, isMeant: IsMeant): Item {
  const whole = itemOf(item);
  if (whole.children && whole.children.length > 0) return fadeBranch(whole, isMeant);
  const own = whole.row ?? row;
  return own !== null && own !== undefined && isMeant(own) ? whole : faded(whole);
}

/** What contains something that is meant stands out with it. */
function fadeBranch(branch: Item, isMeant: IsMeant): Item {
  const children = branch.children!.map((child) => fadeItem(child, child.row, isMeant));
  const isAllFaint = children.every(({ itemStyle }) => itemStyle?.opacity === faint);
  return isAllFaint ? { ...faded(branch), children } : { ...branch, children };
}

// A line has no items to fade: it stands out whole, or not at all.
function fadeLine(series: Series): Series {
  return {
    ...series,
    lineStyle: { ...series.lineStyle, opacity: faint },
    ...(series.areaStyle && { areaStyle: { ...series.areaStyle, opacity: 0.05 } }),
    ...(series.endLabel && { endLabel: { ...series.endLabel, opacity: faintLabel } }),
  };
}

/** A picture in which only what is meant stands out. */
export function withEmphasis({ option, rows }: Drawn, isMeant: IsMeant): EChartsOption {
  const series = (Array.isArray(option.series) ? option.series : []) as Series[];
  const emphasised = series.map((each, at): Series => {
    const own = rows[at] ?? [];
    if (each.type === 'line') return own.some((row) => row !== null && isMeant(row)) ? each : fadeLine(each);
    if (each.silent || !Array.isArray(each.data)) return each;
    return { ...each, data: each.data.map((item, index) => fadeItem(item, own[index], isMeant)) };
  });
  return { ...option, series: emphasised as EChartsOption['series'] } as EChartsOption;
}
