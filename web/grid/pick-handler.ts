import type { ChartPoint } from '#domain/dashboard/dashboard.ts';

/**
 * Whether a point is added to the picked ones. Before a pick, the pointer rests on the point, leaves it, or presses it
 * while the button is not released yet.
 */
type PickOptions = { isAdding: boolean; before?: 'rest' | 'leave' | 'press' };

/** Called when a point of a chart is picked, or may be picked next. */
export type PickHandler = (point: ChartPoint, options: PickOptions) => void;
