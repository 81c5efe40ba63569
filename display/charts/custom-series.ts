import type { CustomSeriesOption } from 'echarts';

/** The part of ECharts' custom series API that is used here. */
export type CustomSeriesApi = {
  value: (dimension: number) => number;
  coord: (value: [number, number]) => [number, number];
  size: (value: [number, number]) => [number, number];
};

/** Types a custom series renderer as ECharts expects it. */
export const renderItemOf = (
  render: (api: CustomSeriesApi, index: number) => unknown,
): NonNullable<CustomSeriesOption['renderItem']> =>
  ((params: { dataIndex: number }, api: CustomSeriesApi) => render(api, params.dataIndex)) as never;
