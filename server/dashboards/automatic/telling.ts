import type { Amount } from './amounts.ts';
import type { Group } from './groups.ts';
import type { Traits } from './traits.ts';

/** How many rows a group of a column has, and how much of an amount. */
export type Split = { rows: number; amount: number }[];

/** What is asked of the data to choose among the candidates. */
export type Look = {
  split: (column: string, amount: Amount) => Promise<Split>;
  /** The most values of `of` that any value of `by` goes with. */
  spread: (by: string, of: string) => Promise<number>;
};

const [looked, kept, finest] = [8, 6, 3];

/** The traits with their groups in the order of how much the main number differs between them. */
export async function rankGroups(traits: Traits, look: Look): Promise<Traits> {
  const amount = traits.amounts[0]!;
  const weighed = await Promise.all(
    traits.groups.slice(0, looked).map(async (group) => ({
      group,
      weight: group.weight * (0.5 + tellingOf(await look.split(group.column.id, amount))),
    })),
  );
  const ranked = weighed.toSorted((a, b) => b.weight - a.weight).map(({ group }) => group);
  const groups = (await withoutTwins(ranked, look)).slice(0, kept);
  return { ...traits, groups: await findFiner(groups, traits.groups, look) };
}

/** From 0, where each group has its fair part, to 1, where the groups have nothing in common. */
export function tellingOf(split: Split): number {
  const rows = split.reduce((sum, each) => sum + each.rows, 0);
  const mean = split.reduce((sum, each) => sum + each.amount * each.rows, 0) / Math.max(1, rows);
  if (rows === 0 || mean === 0 || split.length < 2) return 0;
  const variance = split.reduce((sum, each) => sum + each.rows * (each.amount / mean - 1) ** 2, 0) / rows;
  const unevenness = split.reduce((sum, each) => sum + Math.abs(each.rows / rows - 1 / split.length), 0) / 2;
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
  const found = groups.slice(0, finest).map(async (group) => {
    for (const other of all.filter(({ distinct }) => distinct > group.distinct).slice(0, 3)) {
      if ((await look.spread(other.column.id, group.column.id)) <= 1) return { ...group, finer: other.column };
    }
    return group;
  });
  return [...(await Promise.all(found)), ...groups.slice(finest)];
}
