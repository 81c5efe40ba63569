import {
  ApartmentOutlined,
  AppstoreOutlined,
  AreaChartOutlined,
  BarChartOutlined,
  BoxPlotOutlined,
  CalendarOutlined,
  DashboardOutlined,
  DotChartOutlined,
  FieldNumberOutlined,
  FontSizeOutlined,
  FundOutlined,
  FunnelPlotOutlined,
  GlobalOutlined,
  HeatMapOutlined,
  InsertRowAboveOutlined,
  LineChartOutlined,
  PieChartOutlined,
  RadarChartOutlined,
  SettingOutlined,
  StockOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

import type { ChartKind } from '#domain/query/chart.ts';

type IconComponent = ComponentType<{ 'aria-hidden'?: boolean; rotate?: number }>;

const icons: Record<ChartKind, IconComponent> = {
  figure: FieldNumberOutlined,
  line: LineChartOutlined,
  area: AreaChartOutlined,
  bar: BarChartOutlined,
  bar_horizontal: BarChartOutlined,
  combination: FundOutlined,
  ring: PieChartOutlined,
  pie: PieChartOutlined,
  scatter: DotChartOutlined,
  bubble: DotChartOutlined,
  histogram: BarChartOutlined,
  box: BoxPlotOutlined,
  heatmap: HeatMapOutlined,
  calendar: CalendarOutlined,
  funnel: FunnelPlotOutlined,
  waterfall: StockOutlined,
  treemap: AppstoreOutlined,
  sunburst: PieChartOutlined,
  sankey: ApartmentOutlined,
  radar: RadarChartOutlined,
  gauge: DashboardOutlined,
  words: FontSizeOutlined,
  table: TableOutlined,
  pivot: InsertRowAboveOutlined,
  world: GlobalOutlined,
  china: GlobalOutlined,
};

/** Icon of a chart kind. */
export function KindIcon({ kind }: { kind: ChartKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden {...(kind === 'bar_horizontal' && { rotate: 90 })} />;
}

export const OptionsIcon = SettingOutlined;
