import type { ChartPoint } from '#domain/dashboard/dashboard.ts';

/** Whether a point is added to the picked ones, and whether the button is still pressed. */
type PickOptions = { isAdding: boolean; isPressed?: boolean };

/** Called when a point of a chart is picked. */
export type PickHandler = (point: ChartPoint, options: PickOptions) => void;
