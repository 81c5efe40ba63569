import type { init } from 'echarts/core';

import type { ChartKind } from '#contract/chart.ts';
import type { Drawn, Picture } from '#display/charts/picture.ts';

/** The kinds that are drawn on a canvas; the others are made of elements. */
export type PlotKind = Exclude<ChartKind, 'figure' | 'table' | 'pivot'>;

export type Drawer = { init: typeof init; draw: (picture: Picture) => Drawn };

type Draw = Drawer['draw'];
type UsualKind = keyof typeof import('./drawers.ts').drawers;

/** Kinds that are seldom drawn, each fetched with the first of it. */
const rare: Record<Exclude<PlotKind, UsualKind>, () => Promise<{ draw: Draw }>> = {
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

const isRare = (kind: PlotKind): kind is keyof typeof rare => kind in rare;

/** Fetches what draws this kind. */
export async function loadDrawer(kind: PlotKind): Promise<Drawer> {
  const [{ init, drawers }, own] = await Promise.all([import('./drawers.ts'), isRare(kind) ? rare[kind]() : undefined]);
  return { init, draw: own ? own.draw : drawers[kind as UsualKind] };
}

/** A map needs its outlines too. */
async function loadMap(kind: 'world' | 'china') {
  const { draw, loadOutlines } = await import('./rare/map.ts');
  await loadOutlines(kind);
  return { draw };
}
