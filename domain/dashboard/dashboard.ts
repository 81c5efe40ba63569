import type { Chart, NumberStyle } from '#domain/query/chart.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { QuerySpec, Compare, Dimension, Scalar, Span } from '#domain/query/query.ts';

/** Number of grid columns; rows are unlimited. */
export const gridColumns = 12;
export const maxCards = 200;
/** Max characters of a text card in one language. */
export const maxTextLength = 20_000;

/** Position and size of a card in grid units. */
export type GridPosition = { x: number; y: number; width: number; height: number };

/** Target of a control: a column of a dataset, or a parameter of a SQL card. */
export type ControlTarget =
  | { kind: 'column'; dataset: string; column: string }
  | { kind: 'param'; card: string; param: string };

/** A dimension in a drill path, without an id: it replaces the one before it and takes over its id. */
export type DrillStep = Dimension extends infer Each ? (Each extends Dimension ? Omit<Each, 'id'> : never) : never;

/** A live number in a text, shown in place of {{name}}: the first measure of a query. */
export type LiveNumber = { name: string; ask: QuerySpec; style: NumberStyle | null };

/**
 * A card. An empty title is replaced by a description of the query. A divider begins a section that ends at the next
 * one.
 */
export type Card = { id: string; title: LocalizedText; place: GridPosition } & (
  | {
      kind: 'chart';
      chart: Chart;
      /** Whether the dashboard's time range replaces that of the query. */
      time: 'dashboard' | 'own';
      /** Drill path: the dimensions that replace the first dimension, step by step. */
      path: DrillStep[];
      /** The dashboard that its points link to. */
      link: string | null;
    }
  | { kind: 'text'; text: LocalizedText; numbers: LiveNumber[] }
  | { kind: 'divider'; isFolded: boolean }
);
export type CardKind = Card['kind'];
export type ChartCard = Extract<Card, { kind: 'chart' }>;

/** Value of a control; no values, no bounds and an empty text filter nothing. */
export type ControlValue =
  | { kind: 'select'; values: Scalar[] }
  | { kind: 'range'; from: number | null; to: number | null }
  | { kind: 'text'; value: string };

/** A filter that viewers can set. `value` is its default. */
export type Control = {
  id: string;
  label: LocalizedText;
  targets: ControlTarget[];
  /** Whether several values can be selected; only for selects. */
  isMany: boolean;
  value: ControlValue;
};

/** A span and its comparison; a null span is all time. */
export type TimeRange = { span: Span | null; compare: Compare };

export type DashboardTab = { id: string; title: LocalizedText; cards: Card[] };

/** A dashboard document. It has at least one tab; a single one needs no title. */
export type Dashboard = {
  /** Version of the document format. A program does not read a newer format than its own. */
  format: 1;
  title: LocalizedText;
  description: LocalizedText;
  /** The default time range, and the time column of each dataset. */
  time: TimeRange & { targets: Extract<ControlTarget, { kind: 'column' }>[] };
  controls: Control[];
  tabs: DashboardTab[];
  /** Refresh interval in seconds; 0 is never. New data is shown at once in any case. */
  refresh: number;
};

/** A value of a dimension, or an inclusive range of values. */
export type PointValue = Scalar | { from: string | number; to: string | number };

/** A point of a chart: values by dimension id. */
export type ChartPoint = Record<string, PointValue>;

/** Points clicked on a card: other cards show only the rows of these points. */
export type CardPick = { card: string; points: ChartPoint[] };

/** Settings of a viewer, stored in the URL. Omitted fields have their defaults. */
export type DashboardState = {
  time: TimeRange | null;
  values: Record<string, ControlValue>;
  picks: CardPick[];
  /** Values that were drilled down from, by card. */
  drills: Record<string, Scalar[]>;
};

export const defaultState: DashboardState = { time: null, values: {}, picks: [], drills: {} };

/** The cards of all tabs. */
export const cardsOf = ({ tabs }: Dashboard): Card[] => tabs.flatMap(({ cards }) => cards);

export const findCard = (dashboard: Dashboard, id: string): Card | undefined =>
  cardsOf(dashboard).find((card) => card.id === id);

/** Whether a card shows single numbers. */
export const isNumberCard = (card: Card): boolean => card.kind === 'chart' && card.chart.drawing.kind === 'figure';
