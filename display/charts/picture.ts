import type { EChartsOption } from 'echarts';

import { type ChartKind, type ChartOptions, defaultOptions, type Drawing } from '#contract/chart.ts';
import type { Frame, Look } from '#display/frame.ts';

/** What a tooltip says. Whoever shows it makes it out of text, never out of markup. */
export type Tip = { title: string; rows: TipRow[]; note?: string | undefined };
export type TipRow = {
  colour: string | null;
  name: string;
  value: string;
  /** How far it is from what it is compared with. */
  change?: TipChange | undefined;
  isQuiet?: boolean;
};
export type TipChange = { text: string; colour: string };

/** Everything that a picture is drawn from. */
export type Picture = {
  frame: Frame;
  kind: ChartKind;
  options: ChartOptions;
  look: Look;
  width: number;
  height: number;
  /** Makes what the page shows of a tooltip, an element; null where nobody can point. */
  showTip: ((tip: Tip) => unknown) | null;
  /** Whether nothing may move. */
  isStill: boolean;
};

/** The axis along which a picture is laid out, item by item. `moments` are the places of items on an axis without steps. */
export type Along = { field: string; values: unknown[]; moments: number[] | null; isTime: boolean };

/** A picture for the drawing library; by series and item the row of the frame that it shows; and what to know of it. */
export type Drawn = { option: EChartsOption; rows: (number | null)[][]; notes: string[]; along?: Along | undefined };

export function optionsFor({ options }: Drawing): ChartOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaultOptions, ...Object.fromEntries(given) };
}
