import type { ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from './all-kinds.ts';
import type { DrawInput, RenderedChart } from './draw-input.ts';
import type { DrawFunction } from './kind-descriptor.ts';
import { frameFor } from './refusal.ts';

/** Loads the drawing function of a kind. Tables have none. */
export async function loadDrawFunction(kind: ChartKind): Promise<DrawFunction> {
  const descriptor = chartKindDescriptors[kind];
  if (!('draw' in descriptor)) throw new Error(`Charts of the kind ${kind} are tables, not drawings`);
  return descriptor.draw();
}

/** Draws a result as ECharts options. */
export async function drawChart(input: DrawInput): Promise<RenderedChart> {
  const draw = await loadDrawFunction(input.kind);
  return draw({ ...input, frame: frameFor(input.kind, input.frame) });
}
