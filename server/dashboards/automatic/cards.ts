import { type ChartOptions, percentStyle } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { ChartCard, DrillStep } from '#domain/dashboard/dashboard.ts';
import {
  type QuerySpec,
  type Dimension,
  emptyQuerySpec,
  type Measure,
  type BuiltQuerySpec,
} from '#domain/query/query.ts';
import { type MeasureCandidate, countOfRows } from './amounts.ts';
import type { GroupCandidate } from './groups.ts';
import { grainFor } from './time-column.ts';
import type { Traits } from './traits.ts';

/** A card without id and position. */
export type CardDraft = Omit<ChartCard, 'id' | 'place'>;

const noTitle = { en_US: '', zh_CN: '' };

const measuresOf = (amounts: MeasureCandidate[]): Measure[] =>
  amounts.map(({ formula }, index) => ({ id: `m${index + 1}`, formula, show: 'value' }));

const specOf = (
  { dataset }: Traits,
  amounts: MeasureCandidate[],
  parts: Partial<BuiltQuerySpec> = {},
): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset.id),
  measures: measuresOf(amounts),
  ...parts,
});

/** The mean of zeros and ones is a share. */
const numbersOf = (amounts: MeasureCandidate[]): Partial<ChartOptions> => {
  const shares = amounts.flatMap(({ kind, formula }, index) =>
    kind === 'flag' && formula.kind === 'average' ? [[`m${index + 1}`, percentStyle]] : [],
  );
  return shares.length > 0 ? { numbers: Object.fromEntries(shares) } : {};
};

function draftOf(
  spec: QuerySpec,
  kind: ChartKind,
  options: Partial<ChartOptions> = {},
  path: DrillStep[] = [],
): CardDraft {
  return {
    kind: 'chart',
    title: noTitle,
    chart: { ask: spec, drawing: { kind, options } },
    time: 'dashboard',
    path,
    link: null,
  };
}

const valueOf = (group: GroupCandidate, id = 'd1'): Dimension => ({ id, column: group.column.id, kind: 'value' });

/** The top N values of a dimension by the first measure; the others are summed up or left out. */
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

export const numberCard = (traits: Traits, amount: MeasureCandidate): CardDraft =>
  draftOf(specOf(traits, [amount]), 'figure', numbersOf([amount]));

/** A time axis with about `rowsPerStep` rows per step, or the years of a column of years. */
export function axisOf({ when, year, rows, isWhole }: Traits, id: string, rowsPerStep = 5): Dimension {
  if (!when) return { id, column: year!.column.id, kind: 'value' };
  return { id, column: when.column.id, kind: 'time', grain: grainFor(when, { rows, rowsPerStep, isWhole }) };
}

/** Sums start at zero; averages use the range of their values. */
const fromZeroOf = ({ isSum }: MeasureCandidate) => (isSum ? {} : { fromZero: false });

const alongAxis = [{ kind: 'dimension', id: 'd1', direction: 'ascending' }] as const;
/** Years are plain numbers, which are not sorted by default. */
const orderOf = ({ when }: Traits) => (when ? [] : [...alongAxis]);

const fewSteps = 4;
const lineOf = ({ when, year }: Traits) =>
  (when ? 1 + when.days / when.step : year!.profile.distinct) <= fewSteps ? 'bar' : 'line';

export const trendCard = (traits: Traits, amount: MeasureCandidate): CardDraft =>
  draftOf(specOf(traits, [amount], { dimensions: [axisOf(traits, 'd1')], order: orderOf(traits) }), lineOf(traits), {
    ...fromZeroOf(amount),
    ...numbersOf([amount]),
  });

/** A trend split by the values of a column. */
export function splitTrendCard(traits: Traits, amount: MeasureCandidate, group: GroupCandidate): CardDraft {
  const dimensions = [axisOf(traits, 'd1', 30), valueOf(group, 'd2')];
  const spec = specOf(traits, [amount], { dimensions, top: topOf(5, 'd2'), order: orderOf(traits) });
  const line = lineOf(traits);
  const kind = amount.isSum && line === 'line' ? 'area' : line;
  return draftOf(spec, kind, {
    ...(amount.isSum ? { stack: 'stacked' } : fromZeroOf(amount)),
    ...numbersOf([amount]),
  });
}

const fewParts = 6;
/** A ring with a larger part is nearly one colour. */
const largestPart = 0.75;
/** With so many values per visible one, the bar of the others would dwarf them. */
const manyOthers = 5;

/** A measure by months or hours: a bar for each, in order. */
const orderedSplitCard = (traits: Traits, amount: MeasureCandidate, group: GroupCandidate): CardDraft =>
  draftOf(
    specOf(traits, [amount], { dimensions: [valueOf(group)], order: [...alongAxis] }),
    'bar',
    numbersOf([amount]),
  );

/** A measure by the values of a column: on a map, as a ring or as bars. */
export function splitCard(traits: Traits, amount: MeasureCandidate, group: GroupCandidate, count = 10): CardDraft {
  if (group.isOrdered) return orderedSplitCard(traits, amount, group);
  const { map, finer, distinct, hasEmpty, largest } = group;
  const parts = distinct + (hasEmpty ? 1 : 0);
  const isWhole = amount.isSum && amount.isPositive && parts <= fewParts && largest < largestPart;
  const kind = map ?? (isWhole ? 'ring' : 'bar_horizontal');
  // A map needs every region, not only the top ten.
  const others = amount.isSum && distinct > count * manyOthers ? 'left_out' : 'rest';
  const top = map ? ({ kind: 'every' } as const) : topOf(count, 'd1', others);
  const spec = specOf(traits, [amount], { dimensions: [valueOf(group)], top, order: [...largestFirst] });
  return draftOf(spec, kind, numbersOf([amount]), finer ? [{ column: finer.id, kind: 'value' }] : []);
}

export const heatmapCard = (
  traits: Traits,
  amount: MeasureCandidate,
  [rows, columns]: [GroupCandidate, GroupCandidate],
): CardDraft =>
  draftOf(
    specOf(traits, [amount], { dimensions: [valueOf(columns), valueOf(rows, 'd2')], top: topOf(12) }),
    'heatmap',
    numbersOf([amount]),
  );

/** A histogram with twenty bins; a small scale has a bar per value. */
export function distributionCard(traits: Traits, column: string): CardDraft {
  const isScale = traits.scales.some(({ id }) => id === column);
  const dimension: Dimension = isScale
    ? { id: 'd1', column, kind: 'value' }
    : { id: 'd1', column, kind: 'bins', count: 20 };
  const order = [{ kind: 'dimension', id: 'd1', direction: 'ascending' }] as const;
  return draftOf(
    specOf(traits, [countOfRows], { dimensions: [dimension], order: [...order] }),
    isScale ? 'bar' : 'histogram',
  );
}

/** All measures by the values of a column. */
export const tableCard = (traits: Traits, amounts: MeasureCandidate[], group: GroupCandidate): CardDraft =>
  draftOf(
    specOf(traits, amounts, { dimensions: [valueOf(group)], order: [...largestFirst], limit: 100 }),
    'table',
    numbersOf(amounts),
  );
