import { drawBar, drawBarHorizontal } from './bar.ts';
import { drawCombination } from './combination.ts';
import { drawHistogram } from './histogram.ts';
import { drawLine } from './line.ts';
import { drawPie } from './pie.ts';

/** The drawings that most dashboards need, so that pages load them with one request. */
export const commonDrawings = { drawLine, drawBar, drawBarHorizontal, drawCombination, drawPie, drawHistogram };
