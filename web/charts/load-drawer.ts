import type { init } from 'echarts/core';

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { loadDrawFunction } from '#display/charts/draw-chart.ts';
import type { DrawFunction } from '#display/charts/kind-descriptor.ts';
import type { MapKind } from '#display/charts/map-regions.ts';
import { loadEChartsPart } from './echarts-parts.ts';

export type Drawer = { init: typeof init; draw: DrawFunction };

const loaded = new Map<ChartKind, Drawer>();

/** The drawer of a kind, if it has been loaded. */
export const loadedDrawer = (kind: ChartKind): Drawer | undefined => loaded.get(kind);

/** Loads everything that draws a kind: ECharts with the parts that it needs, its drawing function and its map. */
export async function loadDrawer(kind: ChartKind): Promise<Drawer> {
  const descriptor = chartKindDescriptors[kind];
  const parts = 'parts' in descriptor ? descriptor.parts : [];
  const [{ init }, draw] = await Promise.all([
    import('./echarts.ts'),
    loadDrawFunction(kind),
    'map' in descriptor && loadMap(descriptor.map),
    ...parts.map(loadEChartsPart),
  ]);
  const drawer = { init, draw };
  loaded.set(kind, drawer);
  return drawer;
}

async function loadMap(map: MapKind): Promise<void> {
  const { loadMapGeometry } = await import('./map-geometry.ts');
  await loadMapGeometry(map);
}
