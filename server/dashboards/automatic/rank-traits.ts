import { isNumeric } from '#domain/query/column-types.ts';
import { type MeasureCandidate, countOfRows } from './amounts.ts';
import type { GroupCandidate } from './groups.ts';
import type { Traits } from './traits.ts';

/** The rows of each group and the mean of a measure in it; null where it is always empty. */
type Split = { rows: number; mean: number | null }[];

/** What rows are grouped by to compare measures: the values of a column, or the steps of the time axis. */
export type SplitBy = { kind: 'value'; column: string } | { kind: 'axis' };

/** The splits of several measures, by column id. */
export type Splits = { rows: number[]; splitOf: (column: string) => Split };

/** The queries that help to choose among candidates. */
export type DataAnalysis = {
  split: (by: SplitBy, amounts: MeasureCandidate[]) => Promise<Splits>;
  /** The maximum number of values of `of` for any value of `by`. */
  spread: (by: string, of: string) => Promise<number>;
};

const limits = { groups: 8, ranked: 6, finer: 3, measures: 16 };

type GroupSplits = { group: GroupCandidate; splits: Splits };

/** The traits with the most interesting measures and groups first, by how much they explain each other. */
export async function rankTraits(traits: Traits, analysis: DataAnalysis): Promise<Traits> {
  const measured = traits.amounts.filter(({ column }) => column !== null).slice(0, limits.measures);
  const [groupSplits, trend] = await Promise.all([
    Promise.all(
      traits.groups.slice(0, limits.groups).map(async (group): Promise<GroupSplits> => ({
        group,
        splits: await analysis.split({ kind: 'value', column: group.column.id }, measured),
      })),
    ),
    traits.when || traits.year ? analysis.split({ kind: 'axis' }, measured) : null,
  ]);
  const amounts = rankAmounts(withoutFactors(traits.amounts, groupSplits), groupSplits, trend);
  const groups = await withoutDuplicateGroups(rankGroups(amounts[0]!, groupSplits), analysis);
  return { ...traits, amounts, groups: await findFiner(groups.slice(0, limits.ranked), traits.groups, analysis) };
}

/** Without numbers whose values are equally frequent: those are factors of an experiment, not measurements. */
const withoutFactors = (amounts: MeasureCandidate[], groupSplits: GroupSplits[]): MeasureCandidate[] =>
  amounts.filter(({ column, kind }) => {
    const rows = groupSplits.find(({ group }) => group.column.id === column?.id)?.splits.rows ?? [];
    return (
      (kind !== 'unknown' && kind !== 'level') ||
      rows.length < 3 ||
      rows.some((count) => count !== rows[0] || count < 3)
    );
  });

/** Up to this weight a number only describes what a row is about. */
const describingWeight = 0.6;

/** Metrics stay first; then by name and by how much of the measure the groups explain. */
function rankAmounts(
  amounts: MeasureCandidate[],
  groupSplits: GroupSplits[],
  trend: Splits | null,
): MeasureCandidate[] {
  const named = amounts.filter(({ formula }) => formula.kind === 'metric');
  // The first columns of a table are usually its subject; ages and lengths only describe it.
  const first = amounts.find(({ column, kind, weight }) => column && kind !== 'flag' && weight > describingWeight);
  const ranked = [...amounts.filter(({ column }) => column !== null).map(asRunningTotal(trend)), countOfRows]
    .map((amount) => ({
      amount,
      weight: weightOf(amount, groupSplits, trend) * (amount.column === first?.column ? 1.15 : 1),
    }))
    .toSorted((a, b) => b.weight - a.weight);
  return [...named, ...ranked.map(({ amount }) => amount)];
}

/** A sum that never falls from step to step, with equal rows per step, is a running total already. */
const asRunningTotal =
  (trend: Splits | null) =>
  (amount: MeasureCandidate): MeasureCandidate => {
    const { column, kind, weight } = amount;
    if (!trend || !column || kind !== 'amount' || weight > 2 || column.aggregation !== 'automatic') return amount;
    const split = trend.splitOf(column.id);
    const isSteady = split.length >= 20 && split.every(({ rows }) => rows === split[0]!.rows);
    const means = split.map(({ mean }) => mean ?? 0);
    const isRising =
      means.every((mean, index) => index === 0 || mean >= means[index - 1]!) && means.at(-1)! > means[0]!;
    if (!isSteady || !isRising) return amount;
    return { ...amount, kind: 'cumulative', formula: { kind: 'max', column: column.id }, isSum: false };
  };

/** Numbers with many values correlate with other numbers; that says nothing about the subject of a table. */
const isScale = ({ column, distinct }: GroupCandidate) =>
  column.role === 'measure' && isNumeric(column) && distinct > 8;

function weightOf(amount: MeasureCandidate, groupSplits: GroupSplits[], trend: Splits | null): number {
  const { column, weight } = amount;
  if (!column) return weight;
  const groups = groupSplits.filter(({ group }) => group.column !== column && !isScale(group));
  const splits = [...groups.map(({ splits: each }) => each), trend];
  const explained = splits.map((each) => (each ? explainedOf(each.splitOf(column.id), amount) : 0));
  return weight * (0.4 + Math.max(0, ...explained));
}

/** The share of the variance between the groups, from 0 to 1, adjusted for chance. */
function explainedOf(split: Split, { deviation, column }: Pick<MeasureCandidate, 'deviation' | 'column'>): number {
  const filled = split.filter((each): each is { rows: number; mean: number } => each.mean !== null);
  const rows = filled.reduce((sum, each) => sum + each.rows, 0);
  // Groups of one or two rows explain anything.
  if (rows < filled.length * 3 || filled.length < 2) return 0;
  const mean = filled.reduce((sum, each) => sum + each.rows * each.mean, 0) / rows;
  const between = filled.reduce((sum, each) => sum + each.rows * (each.mean - mean) ** 2, 0) / rows;
  const all = column?.type === 'boolean' ? mean * (1 - mean) : (deviation ?? 0) ** 2;
  if (!(all > 0)) return 0;
  const part = 1 - ((1 - Math.min(1, between / all)) * (rows - 1)) / (rows - filled.length);
  // A number that the group determines, such as the distance of a city, is a property of the group.
  return part > 0.95 && filled.length > 8 ? 0.3 : Math.max(0, part);
}

function rankGroups(main: MeasureCandidate, groupSplits: GroupSplits[]): GroupCandidate[] {
  return groupSplits
    .filter(({ group, splits }) => group.column !== main.column && splits.rows.length !== 1)
    .map(({ group, splits }) => {
      const split = main.column ? splits.splitOf(main.column.id) : splits.rows.map((rows) => ({ rows, mean: 1 }));
      const contrast = main.isSum ? contrastOf(split) : Math.sqrt(explainedOf(split, main));
      return { group: { ...group, largest: largestOf(split, main) }, weight: group.weight * (0.5 + contrast) };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ group }) => group);
}

/** The share of the largest group in the sum, or in the rows if there is no sum. */
function largestOf(split: Split, { isSum }: MeasureCandidate): number {
  const sizes = split.map(({ rows, mean }) => Math.abs(isSum ? rows * (mean ?? 0) : rows));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total > 0 ? Math.max(...sizes) / total : 1;
}

/** From 0, if all groups are equal, to 1, if they differ completely. */
function contrastOf(split: Split): number {
  const means = split.map((each) => ({ rows: each.rows, mean: each.mean ?? 0 }));
  const rows = means.reduce((sum, each) => sum + each.rows, 0);
  const mean = means.reduce((sum, each) => sum + each.mean * each.rows, 0) / Math.max(1, rows);
  if (rows === 0 || mean === 0 || means.length < 2) return 0;
  const variance = means.reduce((sum, each) => sum + each.rows * (each.mean / mean - 1) ** 2, 0) / rows;
  const unevenness = means.reduce((sum, each) => sum + Math.abs(each.rows / rows - 1 / means.length), 0) / 2;
  return 0.5 * (variance / (variance + 0.1)) + 0.5 * unevenness;
}

/** Without groups that are equivalent to an earlier one: a code beside its name, a translation. */
async function withoutDuplicateGroups(groups: GroupCandidate[], analysis: DataAnalysis): Promise<GroupCandidate[]> {
  const single: GroupCandidate[] = [];
  for (const group of groups) {
    const alike = single.filter(({ distinct }) => distinct === group.distinct);
    const spreads = await Promise.all(alike.map((other) => analysis.spread(group.column.id, other.column.id)));
    if (!spreads.some((spread) => spread <= 1)) single.push(group);
  }
  return single;
}

/** Adds a finer column to the first groups: each of its values belongs to a single value of the group. */
async function findFiner(
  groups: GroupCandidate[],
  all: GroupCandidate[],
  analysis: DataAnalysis,
): Promise<GroupCandidate[]> {
  const withFiner = groups.slice(0, limits.finer).map(async (group) => {
    for (const other of all.filter(({ distinct }) => distinct > group.distinct).slice(0, 3)) {
      if ((await analysis.spread(other.column.id, group.column.id)) <= 1) return { ...group, finer: other.column };
    }
    return group;
  });
  return [...(await Promise.all(withFiner)), ...groups.slice(limits.finer)];
}
