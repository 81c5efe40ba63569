import type { init } from 'echarts/core';

import type { ChartKind } from '#domain/query/chart.ts';
import type { RenderedChart, DrawInput } from '#display/charts/draw-input.ts';

/** Kinds that are drawn on a canvas; others are rendered as elements. */
export type PlotKind = Exclude<ChartKind, 'figure' | 'table' | 'pivot'>;

export type Drawer = { init: typeof init; draw: (input: DrawInput) => RenderedChart };

type Draw = Drawer['draw'];
type CommonKind = keyof typeof import('./common-drawers.ts').drawers;

/** Less common kinds, each loaded on demand. */
const rareDrawerLoaders: Record<Exclude<PlotKind, CommonKind>, () => Promise<{ draw: Draw }>> = {
  scatter: () => import('./rare/scatter.ts'),
  bubble: () => import('./rare/scatter.ts'),
  box: () => import('./rare/box.ts'),
  heatmap: () => import('./rare/heatmap.ts'),
  calendar: () => import('./rare/calendar.ts'),
  funnel: () => import('./rare/funnel.ts'),
  waterfall: () => import('./rare/waterfall.ts'),
  treemap: () => import('./rare/treemap.ts'),
  sunburst: () => import('./rare/sunburst.ts'),
  sankey: () => import('./rare/sankey.ts'),
  radar: () => import('./rare/radar.ts'),
  gauge: () => import('./rare/gauge.ts'),
  words: () => import('./rare/words.ts'),
  world: () => loadMap('world'),
  china: () => loadMap('china'),
};

const isRare = (kind: PlotKind): kind is keyof typeof rareDrawerLoaders => kind in rareDrawerLoaders;

/** Loads the drawer of a kind. */
export async function loadDrawer(kind: PlotKind): Promise<Drawer> {
  const [{ init, drawers }, rareDrawer] = await Promise.all([
    import('./common-drawers.ts'),
    isRare(kind) ? rareDrawerLoaders[kind]() : undefined,
  ]);
  return { init, draw: rareDrawer ? rareDrawer.draw : drawers[kind as CommonKind] };
}

/** A map also needs its geometry. */
async function loadMap(kind: 'world' | 'china') {
  const { draw, loadMapGeometry: loadOutlines } = await import('./rare/map.ts');
  await loadOutlines(kind);
  return { draw };
}
