import { drawBar, drawBarHorizontal } from './bar.ts';
import { drawCombination } from './combination.ts';
import { drawHistogram } from './histogram.ts';
import { drawLine } from './line.ts';
import { drawPie } from './pie.ts';

/** The most common chart kinds. */
export const commonDrawers = {
  line: drawLine,
  area: drawLine,
  bar: drawBar,
  bar_horizontal: drawBarHorizontal,
  combination: drawCombination,
  ring: drawPie,
  pie: drawPie,
  histogram: drawHistogram,
};
