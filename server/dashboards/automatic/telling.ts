import { isNumeric } from '#contract/column-kinds.ts';
import { type Amount, countOfRows } from './amounts.ts';
import type { Group } from './groups.ts';
import type { Traits } from './traits.ts';

/** How many rows the groups of a split have, and the mean of a number in each; null where it is always empty. */
export type Split = { rows: number; mean: number | null }[];

/** What rows are split by to see what differs between them: the values of a column, or the steps of an axis. */
export type SplitBy = { kind: 'value'; column: string } | { kind: 'axis' };

/** The splits of several numbers, by the ids of their columns. */
export type Splits = { rows: number[]; splitOf: (column: string) => Split };

/** What is asked of the data to choose among the candidates. */
export type Look = {
  split: (by: SplitBy, amounts: Amount[]) => Promise<Splits>;
  /** The most values of `of` that any value of `by` goes with. */
  spread: (by: string, of: string) => Promise<number>;
};

const limits = { groups: 8, kept: 6, finer: 3, measures: 16 };

type Seen = { group: Group; splits: Splits };

/** The traits with the most telling numbers and groups first, by how much they have to do with each other. */
export async function rankTraits(traits: Traits, look: Look): Promise<Traits> {
  const measured = traits.amounts.filter(({ column }) => column !== null).slice(0, limits.measures);
  const [seen, course] = await Promise.all([
    Promise.all(
      traits.groups.slice(0, limits.groups).map(async (group): Promise<Seen> => ({
        group,
        splits: await look.split({ kind: 'value', column: group.column.id }, measured),
      })),
    ),
    traits.when || traits.year ? look.split({ kind: 'axis' }, measured) : null,
  ]);
  const amounts = rankAmounts(withoutDesign(traits.amounts, seen), seen, course);
  const groups = await withoutTwins(rankGroups(amounts[0]!, seen), look);
  return { ...traits, amounts, groups: await findFiner(groups.slice(0, limits.kept), traits.groups, look) };
}

/** Without numbers of which each value comes equally often: they were laid out, not measured. */
const withoutDesign = (amounts: Amount[], seen: Seen[]): Amount[] =>
  amounts.filter(({ column, kind }) => {
    const rows = seen.find(({ group }) => group.column.id === column?.id)?.splits.rows ?? [];
    return (
      (kind !== 'unknown' && kind !== 'level') ||
      rows.length < 3 ||
      rows.some((count) => count !== rows[0] || count < 3)
    );
  });

/** Up to this weight a number only describes what a row is about. */
const describing = 0.6;

/** What the owner of the data has named stays first; then by name and by how much of the number the groups explain. */
function rankAmounts(amounts: Amount[], seen: Seen[], course: Splits | null): Amount[] {
  const named = amounts.filter(({ formula }) => formula.kind === 'metric');
  // Whoever makes a table puts first what it is about; ages and lengths only describe it.
  const first = amounts.find(({ column, kind, weight }) => column && kind !== 'flag' && weight > describing);
  const ranked = [...amounts.filter(({ column }) => column !== null).map(settled(course)), countOfRows]
    .map((amount) => ({
      amount,
      weight: weightOf(amount, seen, course) * (amount.column === first?.column ? 1.15 : 1),
    }))
    .toSorted((a, b) => b.weight - a.weight);
  return [...named, ...ranked.map(({ amount }) => amount)];
}

/** A sum that never falls from step to step, with the same rows in each, is a running total already. */
const settled =
  (course: Splits | null) =>
  (amount: Amount): Amount => {
    const { column, kind, weight } = amount;
    if (!course || !column || kind !== 'amount' || weight > 2 || column.aggregation !== 'automatic') return amount;
    const split = course.splitOf(column.id);
    const isSteady = split.length >= 20 && split.every(({ rows }) => rows === split[0]!.rows);
    const means = split.map(({ mean }) => mean ?? 0);
    const isRising =
      means.every((mean, index) => index === 0 || mean >= means[index - 1]!) && means.at(-1)! > means[0]!;
    if (!isSteady || !isRising) return amount;
    return { ...amount, kind: 'cumulative', formula: { kind: 'max', column: column.id }, isSum: false };
  };

/** Numbers with many values go along with other numbers; that says nothing of what a table is about. */
const isScale = ({ column, distinct }: Group) => column.role === 'measure' && isNumeric(column) && distinct > 8;

function weightOf(amount: Amount, seen: Seen[], course: Splits | null): number {
  const { column, weight } = amount;
  if (!column) return weight;
  const groups = seen.filter(({ group }) => group.column !== column && !isScale(group));
  const splits = [...groups.map(({ splits: each }) => each), course];
  const explained = splits.map((each) => (each ? explainedOf(each.splitOf(column.id), amount) : 0));
  return weight * (0.4 + Math.max(0, ...explained));
}

/** The part of a number's variance that lies between the groups, from 0 to 1, less what chance alone would give. */
export function explainedOf(split: Split, { deviation, column }: Pick<Amount, 'deviation' | 'column'>): number {
  const filled = split.filter((each): each is { rows: number; mean: number } => each.mean !== null);
  const rows = filled.reduce((sum, each) => sum + each.rows, 0);
  // Groups of one or two rows explain anything.
  if (rows < filled.length * 3 || filled.length < 2) return 0;
  const mean = filled.reduce((sum, each) => sum + each.rows * each.mean, 0) / rows;
  const between = filled.reduce((sum, each) => sum + each.rows * (each.mean - mean) ** 2, 0) / rows;
  const all = column?.type === 'boolean' ? mean * (1 - mean) : (deviation ?? 0) ** 2;
  if (!(all > 0)) return 0;
  const part = 1 - ((1 - Math.min(1, between / all)) * (rows - 1)) / (rows - filled.length);
  // What a group says by its name alone, such as how far away a city is, belongs to the group.
  return part > 0.95 && filled.length > 8 ? 0.3 : Math.max(0, part);
}

function rankGroups(main: Amount, seen: Seen[]): Group[] {
  return seen
    .filter(({ group, splits }) => group.column !== main.column && splits.rows.length !== 1)
    .map(({ group, splits }) => {
      const split = main.column ? splits.splitOf(main.column.id) : splits.rows.map((rows) => ({ rows, mean: 1 }));
      const telling = main.isSum ? tellingOf(split) : Math.sqrt(explainedOf(split, main));
      return { group: { ...group, largest: largestOf(split, main) }, weight: group.weight * (0.5 + telling) };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ group }) => group);
}

/** The share of the largest group in the sum, or in the rows where there is no sum. */
function largestOf(split: Split, { isSum }: Amount): number {
  const sizes = split.map(({ rows, mean }) => Math.abs(isSum ? rows * (mean ?? 0) : rows));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return whole > 0 ? Math.max(...sizes) / whole : 1;
}

/** From 0, where each group has its fair part, to 1, where the groups have nothing in common. */
export function tellingOf(split: Split): number {
  const means = split.map((each) => ({ rows: each.rows, mean: each.mean ?? 0 }));
  const rows = means.reduce((sum, each) => sum + each.rows, 0);
  const mean = means.reduce((sum, each) => sum + each.mean * each.rows, 0) / Math.max(1, rows);
  if (rows === 0 || mean === 0 || means.length < 2) return 0;
  const variance = means.reduce((sum, each) => sum + each.rows * (each.mean / mean - 1) ** 2, 0) / rows;
  const unevenness = means.reduce((sum, each) => sum + Math.abs(each.rows / rows - 1 / means.length), 0) / 2;
  return 0.5 * (variance / (variance + 0.1)) + 0.5 * unevenness;
}

/** Without what says the same as one before it: a code beside its name, the same names in another language. */
async function withoutTwins(groups: Group[], look: Look): Promise<Group[]> {
  const single: Group[] = [];
  for (const group of groups) {
    const alike = single.filter(({ distinct }) => distinct === group.distinct);
    const spreads = await Promise.all(alike.map((other) => look.spread(group.column.id, other.column.id)));
    if (!spreads.some((spread) => spread <= 1)) single.push(group);
  }
  return single;
}

/** The first groups with a column below them: one of whose values each belongs to a single value of the group. */
async function findFiner(groups: Group[], all: Group[], look: Look): Promise<Group[]> {
  const found = groups.slice(0, limits.finer).map(async (group) => {
    for (const other of all.filter(({ distinct }) => distinct > group.distinct).slice(0, 3)) {
      if ((await look.spread(other.column.id, group.column.id)) <= 1) return { ...group, finer: other.column };
    }
    return group;
  });
  return [...(await Promise.all(found)), ...groups.slice(limits.finer)];
}
