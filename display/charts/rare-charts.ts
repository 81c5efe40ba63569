import { drawBox } from './box.ts';
import { drawCalendar } from './calendar.ts';
import { drawFunnel } from './funnel.ts';
import { drawGauge } from './gauge.ts';
import { drawHeatmap } from './heatmap.ts';
import { drawMap } from './map.ts';
import { drawRadar } from './radar.ts';
import { drawSankey } from './sankey.ts';
import { drawScatter } from './scatter.ts';
import { drawSunburst } from './sunburst.ts';
import { drawTreemap } from './treemap.ts';
import { drawWaterfall } from './waterfall.ts';
import { drawWords } from './word-cloud.ts';

/** Less common chart kinds, loaded by pages on demand. */
export const rareDrawers = {
  scatter: drawScatter,
  bubble: drawScatter,
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
