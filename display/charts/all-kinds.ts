import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { ChartKindDescriptor } from './kind-descriptor.ts';
import { area } from './kinds/area.ts';
import { bar } from './kinds/bar.ts';
import { barHorizontal } from './kinds/bar-horizontal.ts';
import { box } from './kinds/box.ts';
import { bubble } from './kinds/bubble.ts';
import { calendar } from './kinds/calendar.ts';
import { china } from './kinds/china.ts';
import { combination } from './kinds/combination.ts';
import { figure } from './kinds/figure.ts';
import { funnel } from './kinds/funnel.ts';
import { gauge } from './kinds/gauge.ts';
import { heatmap } from './kinds/heatmap.ts';
import { histogram } from './kinds/histogram.ts';
import { line } from './kinds/line.ts';
import { pie } from './kinds/pie.ts';
import { pivot } from './kinds/pivot.ts';
import { radar } from './kinds/radar.ts';
import { ring } from './kinds/ring.ts';
import { sankey } from './kinds/sankey.ts';
import { scatter } from './kinds/scatter.ts';
import { sunburst } from './kinds/sunburst.ts';
import { table } from './kinds/table.ts';
import { treemap } from './kinds/treemap.ts';
import { waterfall } from './kinds/waterfall.ts';
import { words } from './kinds/words.ts';
import { world } from './kinds/world.ts';

/** The descriptor of every chart kind. Types demand exactly one for each id in `domain/query/chart-kinds.ts`. */
export const chartKindDescriptors: Record<ChartKind, ChartKindDescriptor> = {
  figure,
  line,
  area,
  bar,
  bar_horizontal: barHorizontal,
  combination,
  ring,
  pie,
  scatter,
  bubble,
  histogram,
  box,
  heatmap,
  calendar,
  funnel,
  waterfall,
  treemap,
  sunburst,
  sankey,
  radar,
  gauge,
  words,
  table,
  pivot,
  world,
  china,
};

/** Whether a kind is a table: exported as rows instead of an image. */
export const isTableKind = (kind: ChartKind): boolean =>
  chartKindDescriptors[kind].surface === 'table' || chartKindDescriptors[kind].surface === 'pivot';
