import { formatPercent } from '#display/format/number.ts';
import { formatAmount } from '#display/format/unit.ts';
import { textOn } from './colour.ts';
import { measuresOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { oneLine } from './text-width.ts';
import type { RenderedChart, DrawInput, Tip } from './draw-input.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';
import { type TreeBranch, treeOf } from './tree.ts';

/** Tooltip of a branch: its value and share of the total. */
export function branchTip(input: DrawInput, branch: TreeBranch | undefined, sum: number): Tip | null {
  if (!branch?.name) return null;
  const { look, frame, options } = input;
  const measure = measuresOf(frame, options)[0]!;
  return {
    title: branch.name,
    rows: [
      ...amountRows(measure, { colour: branch.itemStyle.color, value: branch.value, base: branch.base }, look),
      {
        colour: null,
        name: chartTexts[look.language].share,
        value: formatPercent(branch.value / sum, look.language, 1),
      },
    ],
  };
}

type LabelledBranch = TreeBranch & { label: object; upperLabel?: object };

function labelBranch(branch: TreeBranch, input: DrawInput, sum: number): LabelledBranch {
  const area = (branch.value / sum) * input.width * input.height;
  const measure = measuresOf(input.frame, input.options)[0]!;
  const colour = textOn(branch.itemStyle.color);
  return {
    ...branch,
    children: branch.children.map((child) => labelBranch(child, input, sum)),
    itemStyle: { ...branch.itemStyle, borderColor: branch.itemStyle.color } as TreeBranch['itemStyle'],
    label: {
      // A name that does not fit is only in the tooltip.
      show: area > 5200,
      color: colour,
      formatter: () =>
        `{name|${branch.name.replaceAll(/[{}|]/g, ' ')}}\n{value|${formatAmount(branch.value, measure.style, input.look)}}`,
      rich: {
        name: { fontSize: 12, fontWeight: 600, color: colour, lineHeight: 17 },
        value: { fontSize: 12, color: colour, opacity: 0.85, lineHeight: 17 },
      },
    },
    upperLabel: { color: colour, formatter: () => oneLine(branch.name) },
  };
}

/** Areas proportional to values, with nested parts. */
export function drawTreemap(input: DrawInput): RenderedChart {
  const { look } = input;
  const ink = inkOf(look);
  const { branches, sum, notes } = treeOf(input);
  const isDeep = branches.some(({ children }) => children.length > 0);
  return {
    option: {
      ...baseOptionOf(input, branches.length),
      tooltip: tooltipFor(input, 'item', ({ data }) => branchTip(input, data as TreeBranch | undefined, sum)),
      series: [
        {
          type: 'treemap',
          data: branches.map((branch) => labelBranch(branch, input, sum)),
          left: 0,
          right: 0,
          top: 0,
          bottom: 0,
          roam: false,
          nodeClick: false,
          breadcrumb: { show: false },
          squareRatio: 1.2,
          label: { show: true, position: [8, 6], overflow: 'truncate', fontSize: 12 },
          upperLabel: { show: isDeep, height: 22, fontSize: 12, fontWeight: 600, padding: [0, 0, 0, 4] },
          itemStyle: { borderColor: ink.surface, borderWidth: 0, gapWidth: 2 },
          levels: [
            { itemStyle: { gapWidth: 3, borderWidth: 0 }, upperLabel: { show: false } },
            { itemStyle: { gapWidth: 1, borderWidth: isDeep ? 2 : 0 } },
            { itemStyle: { gapWidth: 1 } },
          ],
        },
      ],
    },
    rows: [],
    notes,
  };
}
