import { GraphicComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import type { ChartKind } from '#domain/query/chart.ts';
import { drawNumberChart } from '#display/charts/number-chart.ts';
import { type Drawer, loadDrawer, type PlotKind } from './load-drawer.ts';

use([GraphicComponent, SVGRenderer]);

/** Loads the drawer of a kind for export; numbers too, which pages render as elements. */
export async function loadExportDrawer(kind: ChartKind): Promise<Drawer> {
  const drawer = await loadDrawer(kind === 'figure' ? 'line' : (kind as PlotKind));
  return kind === 'figure' ? { ...drawer, draw: drawNumberChart } : drawer;
}
