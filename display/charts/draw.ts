import type { ChartKind } from '#contract/chart.ts';
import { drawBar, drawBarHorizontal } from './bar.ts';
import { drawBox } from './box.ts';
import { drawCalendar } from './calendar.ts';
import { drawCombination } from './combination.ts';
import { drawFigure } from './figure-picture.ts';
import { drawFunnel } from './funnel.ts';
import { drawGauge } from './gauge.ts';
import { drawHeatmap } from './heatmap.ts';
import { drawHistogram } from './histogram.ts';
import { drawLine } from './line.ts';
import { drawMap } from './map.ts';
import type { Drawn, Picture } from './picture.ts';
import { drawPie } from './pie.ts';
import { drawRadar } from './radar.ts';
import { drawSankey } from './sankey.ts';
import { drawScatter } from './scatter.ts';
import { drawSunburst } from './sunburst.ts';
import { drawTreemap } from './treemap.ts';
import { drawWaterfall } from './waterfall.ts';
import { drawWords } from './words.ts';

/** Tables are no pictures. */
export type DrawnKind = Exclude<ChartKind, 'table' | 'pivot'>;

const drawers: Record<DrawnKind, (picture: Picture) => Drawn> = {
  figure: drawFigure,
  line: drawLine,
  area: drawLine,
  bar: drawBar,
  bar_horizontal: drawBarHorizontal,
  combination: drawCombination,
  ring: drawPie,
  pie: drawPie,
  scatter: drawScatter,
  bubble: drawScatter,
  histogram: drawHistogram,
  box: drawBox,
  heatmap: drawHeatmap,
  calendar: drawCalendar,
  funnel: drawFunnel,
  waterfall: drawWaterfall,
  treemap: drawTreemap,
  sunburst: drawSunburst,
  sankey: drawSankey,
  radar: drawRadar,
  gauge: drawGauge,
  words: drawWords,
  world: drawMap,
  china: drawMap,
};

/** Any picture, where the size of the program does not matter: pages fetch what draws a kind when they need it. */
export const drawPicture = (picture: Picture & { kind: DrawnKind }): Drawn => drawers[picture.kind](picture);
