import type { init } from 'echarts/core';

import type { ChartKind } from '#contract/chart.ts';
import type { Drawn, Picture } from '#display/charts/picture.ts';

/** The kinds that are drawn on a canvas; the others are made of elements. */
export type PlotKind = Exclude<ChartKind, 'figure' | 'table' | 'pivot'>;

export type Drawer = { init: typeof init; draw: (picture: Picture) => Drawn };

/** Fetches what draws this kind. */
export async function loadDrawer(kind: PlotKind): Promise<Drawer> {
  const { init, drawers } = await import('./drawers.ts');
  if (kind in drawers) return { init, draw: drawers[kind as keyof typeof drawers] };
  const { rareDrawers } = await import('./rare-drawers.ts');
  if (kind === 'world' || kind === 'china') await (await import('./maps.ts')).loadMap(kind);
  return { init, draw: rareDrawers[kind as keyof typeof rareDrawers] };
}
