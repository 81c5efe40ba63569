import type { EChartsOption, LegendComponentOption, TooltipComponentOption } from 'echarts';

import { fontFamily, inkOf } from './ink.ts';
import { oneLine, widthOf } from './lettering.ts';
import type { Picture, Tip } from './picture.ts';

/** More marks than these are drawn at once: motion would only delay them. */
const mostMoving = 3000;

/** What every picture has in common. */
export function stageOf({ isStill, look }: Picture, marks: number): EChartsOption {
  const moves = !isStill && marks <= mostMoving;
  return {
    animation: moves,
    animationDuration: 200,
    animationDurationUpdate: 200,
    animationEasing: 'cubicOut',
    animationEasingUpdate: 'cubicOut',
    // Colours come with the series; the surface shows through.
    backgroundColor: 'transparent',
    textStyle: { fontFamily, color: inkOf(look).text, fontSize: 12 },
    stateAnimation: { duration: moves ? 200 : 0 },
  };
}

type Pointed = { dataIndex: number; seriesIndex: number; name?: string; data?: unknown; dataType?: string };

/** The tooltip of what is pointed at. */
export function tooltipFor(
  { showTip, look, isStill }: Picture,
  trigger: 'axis' | 'item',
  tipOf: (pointed: Pointed) => Tip | null,
): TooltipComponentOption {
  const ink = inkOf(look);
  if (!showTip) return { show: false };
  return {
    trigger,
    confine: true,
    appendTo: 'body',
    transitionDuration: isStill ? 0 : 0.1,
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
      const pointed = (Array.isArray(params) ? params[0] : params) as Pointed | undefined;
      const tip = pointed && tipOf(pointed);
      // The library takes an element as well as markup; markup is never made here.
      return tip ? (showTip(tip) as string) : '';
    },
  };
}

export const legendHeight = 28;

/** The room of each name: all of it where the line holds them all, else what people need to tell names apart. */
function nameRoom(names: { name: string }[], width: number): number {
  const marks = names.length * 34;
  const whole = names.reduce((sum, { name }) => sum + widthOf(oneLine(name), 12) * 1.1, 0);
  return Math.max(60, whole + marks <= width ? width - marks : Math.min(180, width - 90));
}

/** The names of the series above the picture, in one line that can be paged. */
export function legendFor(
  { look, width }: Picture,
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
    // Tells where a name is pressed, not only that it was switched off.
    triggerEvent: true,
    // Names that are no texts of our own may hold anything; the drawing takes them as text.
    data: names.map(({ name, colour, icon }) => ({
      name,
      ...(icon && { icon }),
      itemStyle: { color: colour },
      lineStyle: { color: colour },
    })),
    textStyle: { color: ink.quiet, fontSize: 12, width: nameRoom(names, width), overflow: 'truncate' },
    pageIconColor: ink.quiet,
    pageIconInactiveColor: ink.border,
    pageIconSize: 10,
    pageTextStyle: { color: ink.quiet },
    inactiveColor: ink.border,
  };
}

/** The room that the longest of these names takes, but no more than a share of the picture. */
export function roomFor(names: string[], most: number, fontSize = 12): number {
  const longest = Math.max(0, ...names.map((name) => widthOf(oneLine(name), fontSize)));
  return Math.ceil(Math.min(longest + 2, most));
}
