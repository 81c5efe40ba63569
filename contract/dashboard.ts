import type { Chart, NumberStyle } from './chart.ts';
import type { Texts } from './datasets.ts';
import type { Ask, Compare, Dimension, Scalar, Span } from './query.ts';

/** The grid on which cards lie: so many columns, and as many rows as are needed. */
export const gridColumns = 12;
export const maxCards = 200;
/** The most characters that a text card holds in one language. */
export const maxTextLength = 20_000;

/** Where a card lies, in columns and rows of the grid. */
export type Place = { x: number; y: number; width: number; height: number };

/** What a control acts on: a column of a dataset, or a parameter of a card that is written in SQL. */
export type Target =
  | { kind: 'column'; dataset: string; column: string }
  | { kind: 'param'; card: string; param: string };

/** A dimension without its id: it takes the place, and the id, of the one before it on a path. */
export type Step = Dimension extends infer Each ? (Each extends Dimension ? Omit<Each, 'id'> : never) : never;

/** A number that a text shows where it says {{name}}: the first measure of a question. */
export type LiveNumber = { name: string; ask: Ask; style: NumberStyle | null };

/**
 * What lies on a dashboard. Where a title is empty, the words of the question stand in. A divider begins a section
 * that ends at the next one.
 */
export type Card = { id: string; title: Texts; place: Place } & (
  | {
      kind: 'chart';
      chart: Chart;
      /** Whether the dashboard's time range replaces the one in its question. */
      time: 'dashboard' | 'own';
      /** What its first dimension becomes, step by step, for whoever goes down from one of its values. */
      path: Step[];
      /** The dashboard to which its points lead. */
      link: string | null;
    }
  | { kind: 'text'; text: Texts; numbers: LiveNumber[] }
  | { kind: 'divider'; isFolded: boolean }
);
export type CardKind = Card['kind'];
export type ChartCard = Extract<Card, { kind: 'chart' }>;

/** The value of a control; no values, no bounds and an empty text let everything pass. */
export type ControlValue =
  | { kind: 'select'; values: Scalar[] }
  | { kind: 'range'; from: number | null; to: number | null }
  | { kind: 'text'; value: string };

/** A filter that whoever looks can set. `value` is what it has at first. */
export type Control = {
  id: string;
  label: Texts;
  targets: Target[];
  /** Whether several values can be chosen; only a select heeds it. */
  isMany: boolean;
  value: ControlValue;
};

/** A stretch of time with what it is compared to; no span is all time. */
export type TimeRange = { span: Span | null; compare: Compare };

export type Tab = { id: string; title: Texts; cards: Card[] };

/** A dashboard as its author made it. There is at least one tab; a single one needs no name. */
export type Dashboard = {
  /** Which form this is. A program does not read a form that is newer than itself. */
  format: 1;
  title: Texts;
  description: Texts;
  /** The time column of each dataset, and the range that the dashboard opens with. */
  time: TimeRange & { targets: Extract<Target, { kind: 'column' }>[] };
  controls: Control[];
  tabs: Tab[];
  /** After how many seconds it is asked again; 0 is never. What arrives is shown at once in any case. */
  refresh: number;
};

/** A value of a dimension, or all between two of them, both included. */
export type Mark = Scalar | { from: string | number; to: string | number };

/** A point of a chart: the mark of each of its dimensions that was meant, by dimension id. */
export type Point = Record<string, Mark>;

/** What was clicked on a card: every other card shows only what belongs to one of the points. */
export type Pick = { card: string; points: Point[] };

/** What whoever looks has set. It lives in the address; what is left out is as the author made it. */
export type DashboardState = {
  time: TimeRange | null;
  values: Record<string, ControlValue>;
  picks: Pick[];
  /** The values from which someone went down, by card. */
  drills: Record<string, Scalar[]>;
};

export const plainState: DashboardState = { time: null, values: {}, picks: [], drills: {} };

/** The cards of all tabs. */
export const cardsOf = ({ tabs }: Dashboard): Card[] => tabs.flatMap(({ cards }) => cards);
