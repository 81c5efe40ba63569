import { exactSum } from '#domain/query/decimal.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Look } from '#display/frame.ts';
import { mix } from './colour.ts';
import { colourKeyOf, dimensionsOf, isRest, measuresOf, rowCountOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { coloursOf } from './palette.ts';
import type { DrawInput } from './draw-input.ts';
import { itemName } from './series-layout.ts';
import { chartTexts } from './chart-texts.ts';

/** A node with its children. */
export type TreeBranch = {
  name: string;
  key: unknown;
  isRest: boolean;
  value: number;
  /** The compared value. */
  base: number;
  row: number | null;
  children: TreeBranch[];
  itemStyle: { color: string };
};

const maxBranches = 60;

/** Rows as a tree, one level per dimension; only positive values have an area. */
export function treeOf({ frame, options, look }: DrawInput): { branches: TreeBranch[]; sum: number; notes: string[] } {
  const dimensions = dimensionsOf(frame);
  const { values, base } = measuresOf(frame, options)[0]!;
  const root: TreeBranch = {
    name: '',
    key: null,
    isRest: false,
    value: 0,
    base: 0,
    row: null,
    children: [],
    itemStyle: { color: '' },
  };
  let leftOut = 0;
  for (let row = 0; row < rowCountOf(frame); row += 1) {
    const amount = amountOf(values[row]) ?? 0;
    if (amount <= 0) {
      leftOut += 1;
      continue;
    }
    let branch = root;
    for (const column of dimensions) {
      const value = column.values[row];
      const item = { value, isRest: isRest(frame, row) && (value === null || value === undefined) };
      branch = childOf(branch, item, itemName(item, column, look));
      branch.value += amount;
      branch.base += amountOf(base?.[row]) ?? 0;
    }
    branch.row = row;
  }
  const branches = root.children.toSorted((a, b) => b.value - a.value).slice(0, maxBranches);
  colourBranches(branches, colourKeyOf(dimensions.slice(0, 1)), look);
  const texts = chartTexts[look.language];
  const more = root.children.length > maxBranches ? [texts.largestItems(maxBranches, root.children.length)] : [];
  // Shares are of the total, including branches that are not shown.
  const sum = exactSum(root.children.map(({ value }) => value));
  return { branches, sum, notes: leftOut > 0 ? [...more, texts.negativeLeftOut(leftOut)] : more };
}

function childOf(
  parent: TreeBranch,
  { value, isRest: rest }: { value: unknown; isRest: boolean },
  name: string,
): TreeBranch {
  const existing = parent.children.find((child) => child.key === value && child.isRest === rest);
  if (existing) return existing;
  const child: TreeBranch = {
    name,
    key: value,
    isRest: rest,
    value: 0,
    base: 0,
    row: null,
    children: [],
    itemStyle: { color: '' },
  };
  parent.children.push(child);
  return child;
}

/** Children have the colour of their branch, paler the smaller they are. */
function colourBranches(branches: TreeBranch[], dimension: string, look: Look): void {
  const colours = coloursOf(
    branches.map(({ key, isRest: rest }) => ({ value: key, isRest: rest })),
    look,
    dimension,
  );
  branches.forEach((branch, index) => {
    branch.itemStyle.color = colours[index]!;
    shadeBelow(branch, look);
  });
}

function shadeBelow(branch: TreeBranch, look: Look): void {
  branch.children.sort((a, b) => b.value - a.value);
  branch.children.forEach((child, index) => {
    const share = 0.12 + (0.4 * index) / Math.max(branch.children.length, 4);
    child.itemStyle.color = mix(branch.itemStyle.color, inkOf(look).surface, share);
    shadeBelow(child, look);
  });
}
