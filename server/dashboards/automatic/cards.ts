import type { ChartKind, ChartOptions } from '#contract/chart.ts';
import type { ChartCard, Step } from '#contract/dashboard.ts';
import { type Ask, type Dimension, emptyAsk, type Measure, type QueryAsk } from '#contract/query.ts';
import { type Amount, countOfRows } from './amounts.ts';
import type { Group } from './groups.ts';
import { grainFor } from './time.ts';
import type { Traits } from './traits.ts';

/** A card that has no id and no place yet. */
export type Draft = Omit<ChartCard, 'id' | 'place'>;

const noTitle = { en_US: '', zh_CN: '' };

const measuresOf = (amounts: Amount[]): Measure[] =>
  amounts.map(({ formula }, index) => ({ id: `m${index + 1}`, formula, show: 'value' }));

const askOf = ({ dataset }: Traits, amounts: Amount[], parts: Partial<QueryAsk> = {}): QueryAsk => ({
  ...emptyAsk(dataset.id),
  measures: measuresOf(amounts),
  ...parts,
});

function draft(ask: Ask, kind: ChartKind, options: Partial<ChartOptions> = {}, path: Step[] = []): Draft {
  return {
    kind: 'chart',
    title: noTitle,
    chart: { ask, drawing: { kind, options } },
    time: 'dashboard',
    path,
    link: null,
  };
}

const valueOf = (group: Group, id = 'd1'): Dimension => ({ id, column: group.column.id, kind: 'value' });

/** The most of a dimension's values by the first measure, the others as one unless they are left out. */
const topOf = (count: number, dimension = 'd1', others: 'rest' | 'left_out' = 'rest') =>
  ({
    kind: 'most',
    dimension,
    measure: 'm1',
    part: 'value',
    direction: 'descending',
    count,
    others,
  }) as const;

const largestFirst = [{ kind: 'measure', id: 'm1', part: 'value', direction: 'descending' }] as const;

export const figure = (traits: Traits, amount: Amount): Draft => draft(askOf(traits, [amount]), 'figure');

const stepsOf = (traits: Traits, id: string, least: number): Dimension => ({
  id,
  column: traits.when!.column.id,
  kind: 'time',
  grain: grainFor(traits.when!, traits.rows, least),
});

/** What adds up begins at zero; a level is looked at where it is. */
const fromZeroOf = ({ isSum }: Amount) => (isSum ? {} : { fromZero: false });

export const trend = (traits: Traits, amount: Amount): Draft =>
  draft(askOf(traits, [amount], { dimensions: [stepsOf(traits, 'd1', 5)] }), 'line', fromZeroOf(amount));

/** How the parts of a number went along time. */
export const trendBy = (traits: Traits, amount: Amount, group: Group): Draft =>
  draft(
    askOf(traits, [amount], { dimensions: [stepsOf(traits, 'd1', 30), valueOf(group, 'd2')], top: topOf(5, 'd2') }),
    amount.isSum ? 'area' : 'line',
    amount.isSum ? { stack: 'stacked' } : fromZeroOf(amount),
  );

const fewParts = 6;
/** So many values for each that is shown, and a bar for the others would leave no room for those that are shown. */
const manyOthers = 5;

/** A number by the values of a column: on a map, as parts of a whole, or as bars. */
export function split(traits: Traits, amount: Amount, group: Group, count = 10): Draft {
  const { map, finer, distinct } = group;
  const isWhole = amount.isSum && amount.isPositive && distinct <= fewParts;
  const kind = map ?? (isWhole ? 'ring' : 'bar_horizontal');
  // A map needs every place, not the first ten.
  const others = amount.isSum && distinct > count * manyOthers ? 'left_out' : 'rest';
  const top = map ? ({ kind: 'every' } as const) : topOf(count, 'd1', others);
  const ask = askOf(traits, [amount], { dimensions: [valueOf(group)], top, order: [...largestFirst] });
  return draft(ask, kind, {}, finer ? [{ column: finer.id, kind: 'value' }] : []);
}

export const crossing = (traits: Traits, amount: Amount, [rows, columns]: [Group, Group]): Draft =>
  draft(askOf(traits, [amount], { dimensions: [valueOf(columns), valueOf(rows, 'd2')], top: topOf(12) }), 'heatmap');

/** How often the values of a number come, in twenty steps; an answer on a small scale has a bar for each. */
export function spread(traits: Traits, column: string): Draft {
  const isScale = traits.scales.some(({ id }) => id === column);
  const dimension: Dimension = isScale
    ? { id: 'd1', column, kind: 'value' }
    : { id: 'd1', column, kind: 'bins', count: 20 };
  const order = [{ kind: 'dimension', id: 'd1', direction: 'ascending' }] as const;
  return draft(
    askOf(traits, [countOfRows], { dimensions: [dimension], order: [...order] }),
    isScale ? 'bar' : 'histogram',
  );
}

/** Every number by the values of a column. */
export const table = (traits: Traits, amounts: Amount[], group: Group): Draft =>
  draft(askOf(traits, amounts, { dimensions: [valueOf(group)], order: [...largestFirst], limit: 100 }), 'table');
