import { exactSum } from '#contract/decimal.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Look } from '#display/frame.ts';
import { mix } from './colour.ts';
import { colouredBy, dimensionsOf, isRest, measuresOf, rowCountOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { coloursOf } from './palette.ts';
import type { Picture } from './picture.ts';
import { itemName } from './series.ts';
import { chartTexts } from './texts.ts';

/** A thing and what it consists of. */
export type Branch = {
  name: string;
  key: unknown;
  isRest: boolean;
  value: number;
  /** What the value is compared with. */
  base: number;
  row: number | null;
  children: Branch[];
  itemStyle: { color: string };
};

const mostBranches = 60;

/** The rows as a tree, one dimension below the other; only what is above zero has an area. */
export function treeOf({ frame, options, look }: Picture): { branches: Branch[]; sum: number; notes: string[] } {
  const dimensions = dimensionsOf(frame);
  const { values, base } = measuresOf(frame, options)[0]!;
  const root: Branch = {
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
  const branches = root.children.toSorted((a, b) => b.value - a.value).slice(0, mostBranches);
  colour(branches, colouredBy(dimensions.slice(0, 1)), look);
  const say = chartTexts[look.language];
  const more = root.children.length > mostBranches ? [say.largestItems(mostBranches, root.children.length)] : [];
  // Shares are of everything, also of what is not shown.
  const sum = exactSum(root.children.map(({ value }) => value));
  return { branches, sum, notes: leftOut > 0 ? [...more, say.negativeLeftOut(leftOut)] : more };
}

function childOf(parent: Branch, { value, isRest: rest }: { value: unknown; isRest: boolean }, name: string): Branch {
  const found = parent.children.find((child) => child.key === value && child.isRest === rest);
  if (found) return found;
  const child: Branch = {
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

/** What is below a branch has its colour, paler the smaller it is. */
function colour(branches: Branch[], dimension: string, look: Look): void {
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

function shadeBelow(branch: Branch, look: Look): void {
  branch.children.sort((a, b) => b.value - a.value);
  branch.children.forEach((child, index) => {
    const share = 0.12 + (0.4 * index) / Math.max(branch.children.length, 4);
    child.itemStyle.color = mix(branch.itemStyle.color, inkOf(look).surface, share);
    shadeBelow(child, look);
  });
}
