import { GraphicComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import type { ChartKind } from '#contract/chart.ts';
import { drawFigure } from '#display/charts/figure-picture.ts';
import { type Drawer, loadDrawer, type PlotKind } from './load.ts';

use([GraphicComponent, SVGRenderer]);

/** What draws a kind into a file; figures too, which pages make of elements. */
export async function loadEvery(kind: ChartKind): Promise<Drawer> {
  const drawer = await loadDrawer(kind === 'figure' ? 'line' : (kind as PlotKind));
  return kind === 'figure' ? { ...drawer, draw: drawFigure } : drawer;
}
