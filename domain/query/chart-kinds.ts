/** The geometric family of a chart kind; thumbnails have one mark per family. */
export type ChartFamily =
  | 'number'
  | 'line'
  | 'area'
  | 'columns'
  | 'bars'
  | 'ring'
  | 'dots'
  | 'cells'
  | 'words'
  | 'rows';

/** Properties of a chart kind for the rules of dashboards; the others are in its descriptor, `display/charts/kinds/`. */
export type ChartKindTraits = {
  family: ChartFamily;
  /** Type of its axis; drilling down to a dimension of another type changes the kind. */
  axis?: 'time' | 'names' | 'places';
  /** Time steps are chosen so that a bar per step fits. */
  hasBars?: true;
  /** Always shows days, whatever the period. */
  isDaily?: true;
  /** Size of a new card; medium by default. */
  cardSize?: 'small' | 'large';
};

/** Every chart kind by its stored id, in the order of pickers. */
const traits = {
  figure: { family: 'number', cardSize: 'small' },
  line: { family: 'line', axis: 'time' },
  area: { family: 'area', axis: 'time' },
  bar: { family: 'columns', hasBars: true },
  bar_horizontal: { family: 'bars', axis: 'names', hasBars: true },
  combination: { family: 'columns', hasBars: true },
  ring: { family: 'ring', axis: 'names' },
  pie: { family: 'ring', axis: 'names' },
  scatter: { family: 'dots' },
  bubble: { family: 'dots' },
  histogram: { family: 'columns' },
  box: { family: 'columns' },
  heatmap: { family: 'cells' },
  calendar: { family: 'cells', axis: 'time', isDaily: true },
  funnel: { family: 'bars' },
  waterfall: { family: 'columns', hasBars: true },
  treemap: { family: 'cells', axis: 'names' },
  sunburst: { family: 'ring', axis: 'names' },
  sankey: { family: 'bars' },
  radar: { family: 'ring' },
  gauge: { family: 'ring', cardSize: 'small' },
  words: { family: 'words', axis: 'names' },
  table: { family: 'rows', cardSize: 'large' },
  pivot: { family: 'rows', cardSize: 'large' },
  world: { family: 'cells', axis: 'places' },
  china: { family: 'cells', axis: 'places' },
} as const satisfies Record<string, ChartKindTraits>;

export type ChartKind = keyof typeof traits;
export const chartKinds = Object.keys(traits) as [ChartKind, ...ChartKind[]];
export const chartKindTraits: Record<ChartKind, ChartKindTraits> = traits;
