import type { CustomSeriesOption } from 'echarts';

/** What the library hands to a drawing of our own; only what is used here. */
export type Brush = {
  value: (dimension: number) => number;
  coord: (value: [number, number]) => [number, number];
  size: (value: [number, number]) => [number, number];
};

/** A drawing of our own, typed as the library wants it. */
export const renderOf = (
  render: (brush: Brush, index: number) => unknown,
): NonNullable<CustomSeriesOption['renderItem']> =>
  ((params: { dataIndex: number }, api: Brush) => render(api, params.dataIndex)) as never;
