import type { EChartsOption, LegendComponentOption, TooltipComponentOption } from 'echarts';

import { fontFamily, inkOf } from './ink.ts';
import { oneLine, widthOf } from './text-width.ts';
import type { DrawInput, Tip } from './draw-input.ts';

/** Above this number of marks animation is off: it would only delay the chart. */
const maxAnimatedMarks = 3000;

/** Option shared by all charts. */
export function baseOptionOf({ isStatic, look }: DrawInput, marks: number): EChartsOption {
  const isAnimated = !isStatic && marks <= maxAnimatedMarks;
  return {
    animation: isAnimated,
    animationDuration: 200,
    animationDurationUpdate: 200,
    animationEasing: 'cubicOut',
    animationEasingUpdate: 'cubicOut',
    // Series have their own colours; the page's surface shows through.
    backgroundColor: 'transparent',
    textStyle: { fontFamily, color: inkOf(look).text, fontSize: 12 },
    stateAnimation: { duration: isAnimated ? 200 : 0 },
  };
}

type TooltipTarget = { dataIndex: number; seriesIndex: number; name?: string; data?: unknown; dataType?: string };

/** Tooltip option; `tipOf` returns the content for the hovered item. */
export function tooltipFor(
  { showTip, look, isStatic }: DrawInput,
  trigger: 'axis' | 'item',
  tipOf: (target: TooltipTarget) => Tip | null,
): TooltipComponentOption {
  const ink = inkOf(look);
  if (!showTip) return { show: false };
  return {
    trigger,
    confine: true,
    appendTo: 'body',
    transitionDuration: isStatic ? 0 : 0.1,
    backgroundColor: ink.surface,
    borderColor: ink.border,
    borderWidth: 1,
    padding: 0,
    textStyle: { color: ink.text, fontSize: 12, fontFamily },
    extraCssText: 'border-radius:8px;box-shadow:0 4px 16px rgb(0 0 0 / 14%);',
    axisPointer: {
      type: 'line',
      lineStyle: { color: ink.rest, width: 1, type: 'solid' },
      label: { show: false },
      animation: false,
    },
    formatter: (params: unknown) => {
      const target = (Array.isArray(params) ? params[0] : params) as TooltipTarget | undefined;
      const tip = target && tipOf(target);
      // ECharts accepts an element as well as markup; markup is never used here.
      return tip ? (showTip(tip) as string) : '';
    },
  };
}

export const legendHeight = 28;

/** Width per legend name: unlimited if all fit in one line, else enough to tell names apart. */
function legendNameWidth(names: { name: string }[], width: number): number {
  const marks = names.length * 34;
  const totalWidth = names.reduce((sum, { name }) => sum + widthOf(oneLine(name), 12) * 1.1, 0);
  return Math.max(60, totalWidth + marks <= width ? width - marks : Math.min(180, width - 90));
}

/** Legend above the chart, in one line that can be paged. */
export function legendFor(
  { look, width }: DrawInput,
  names: { name: string; colour: string; icon?: string }[],
): LegendComponentOption {
  const ink = inkOf(look);
  return {
    type: 'scroll',
    top: 0,
    left: 0,
    right: 0,
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 16,
    icon: 'roundRect',
    // Reports clicks on a name, not only that it was toggled.
    triggerEvent: true,
    // Names are user input; ECharts draws them as text.
    data: names.map(({ name, colour, icon }) => ({
      name,
      ...(icon && { icon }),
      itemStyle: { color: colour },
      lineStyle: { color: colour },
    })),
    textStyle: { color: ink.quiet, fontSize: 12, width: legendNameWidth(names, width), overflow: 'truncate' },
    pageIconColor: ink.quiet,
    pageIconInactiveColor: ink.border,
    pageIconSize: 10,
    pageTextStyle: { color: ink.quiet },
    inactiveColor: ink.border,
  };
}

/** Width of the longest name, up to a maximum. */
export function labelWidthFor(names: string[], maxWidth: number, fontSize = 12): number {
  const longest = Math.max(0, ...names.map((name) => widthOf(oneLine(name), fontSize)));
  return Math.ceil(Math.min(longest + 2, maxWidth));
}
