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

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import type { KindIconName } from '#display/charts/kind-descriptor.ts';

type IconComponent = ComponentType<{ 'aria-hidden'?: boolean }>;

const icons: Record<KindIconName, IconComponent> = {
  number: FieldNumberOutlined,
  line: LineChartOutlined,
  area: AreaChartOutlined,
  columns: BarChartOutlined,
  bars: (props) => <BarChartOutlined {...props} rotate={90} />,
  combination: FundOutlined,
  pie: PieChartOutlined,
  dots: DotChartOutlined,
  box: BoxPlotOutlined,
  heatmap: HeatMapOutlined,
  calendar: CalendarOutlined,
  funnel: FunnelPlotOutlined,
  candles: StockOutlined,
  tiles: AppstoreOutlined,
  branches: ApartmentOutlined,
  radar: RadarChartOutlined,
  gauge: DashboardOutlined,
  text: FontSizeOutlined,
  table: TableOutlined,
  pivot: InsertRowAboveOutlined,
  globe: GlobalOutlined,
};

/** Icon of a chart kind. */
export function KindIcon({ kind }: { kind: ChartKind }) {
  const Icon = icons[chartKindDescriptors[kind].icon];
  return <Icon aria-hidden />;
}

export const OptionsIcon = SettingOutlined;
