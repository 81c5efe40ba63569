import type { ChartKind, ChartOptions, NumberStyle } from '#contract/chart.ts';
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

const percent: NumberStyle = { format: 'percent', decimals: null, unit: '' };

/** The mean of zeros and ones is a share. */
const numbersOf = (amounts: Amount[]): Partial<ChartOptions> => {
  const shares = amounts.flatMap(({ kind, formula }, index) =>
    kind === 'flag' && formula.kind === 'average' ? [[`m${index + 1}`, percent]] : [],
  );
  return shares.length > 0 ? { numbers: Object.fromEntries(shares) } : {};
};

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

export const figure = (traits: Traits, amount: Amount): Draft =>
  draft(askOf(traits, [amount]), 'figure', numbersOf([amount]));

/** The steps of time in which so many rows happen, or the years of a column of years. */
export function axisOf({ when, year, rows, isWhole }: Traits, id: string, rowsPerStep = 5): Dimension {
  if (!when) return { id, column: year!.column.id, kind: 'value' };
  return { id, column: when.column.id, kind: 'time', grain: grainFor(when, { rows, rowsPerStep, isWhole }) };
}

/** What adds up begins at zero; a level is looked at where it is. */
const fromZeroOf = ({ isSum }: Amount) => (isSum ? {} : { fromZero: false });

const alongAxis = [{ kind: 'dimension', id: 'd1', direction: 'ascending' }] as const;
/** Years are numbers, which have no order of their own. */
const orderOf = ({ when }: Traits) => (when ? [] : [...alongAxis]);

const fewSteps = 4;
const lineOf = ({ when, year }: Traits) =>
  (when ? 1 + when.days / when.step : year!.profile.distinct) <= fewSteps ? 'bar' : 'line';

export const trend = (traits: Traits, amount: Amount): Draft =>
  draft(askOf(traits, [amount], { dimensions: [axisOf(traits, 'd1')], order: orderOf(traits) }), lineOf(traits), {
    ...fromZeroOf(amount),
    ...numbersOf([amount]),
  });

/** How the parts of a number went along time. */
export function trendBy(traits: Traits, amount: Amount, group: Group): Draft {
  const dimensions = [axisOf(traits, 'd1', 30), valueOf(group, 'd2')];
  const ask = askOf(traits, [amount], { dimensions, top: topOf(5, 'd2'), order: orderOf(traits) });
  const line = lineOf(traits);
  const kind = amount.isSum && line === 'line' ? 'area' : line;
  return draft(ask, kind, {
    ...(amount.isSum ? { stack: 'stacked' } : fromZeroOf(amount)),
    ...numbersOf([amount]),
  });
}

const fewParts = 6;
/** A ring with one part above this share is a ring of one colour. */
const largestPart = 0.75;
/** So many values for each that is shown, and a bar for the others would leave no room for those that are shown. */
const manyOthers = 5;

/** A number by months or hours: a bar for each, in their order. */
const splitInOrder = (traits: Traits, amount: Amount, group: Group): Draft =>
  draft(askOf(traits, [amount], { dimensions: [valueOf(group)], order: [...alongAxis] }), 'bar', numbersOf([amount]));

/** A number by the values of a column: on a map, as parts of a whole, or as bars. */
export function split(traits: Traits, amount: Amount, group: Group, count = 10): Draft {
  if (group.isOrdered) return splitInOrder(traits, amount, group);
  const { map, finer, distinct, hasEmpty, largest } = group;
  const parts = distinct + (hasEmpty ? 1 : 0);
  const isWhole = amount.isSum && amount.isPositive && parts <= fewParts && largest < largestPart;
  const kind = map ?? (isWhole ? 'ring' : 'bar_horizontal');
  // A map needs every place, not the first ten.
  const others = amount.isSum && distinct > count * manyOthers ? 'left_out' : 'rest';
  const top = map ? ({ kind: 'every' } as const) : topOf(count, 'd1', others);
  const ask = askOf(traits, [amount], { dimensions: [valueOf(group)], top, order: [...largestFirst] });
  return draft(ask, kind, numbersOf([amount]), finer ? [{ column: finer.id, kind: 'value' }] : []);
}

export const crossing = (traits: Traits, amount: Amount, [rows, columns]: [Group, Group]): Draft =>
  draft(
    askOf(traits, [amount], { dimensions: [valueOf(columns), valueOf(rows, 'd2')], top: topOf(12) }),
    'heatmap',
    numbersOf([amount]),
  );

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
  draft(
    askOf(traits, amounts, { dimensions: [valueOf(group)], order: [...largestFirst], limit: 100 }),
    'table',
    numbersOf(amounts),
  );
