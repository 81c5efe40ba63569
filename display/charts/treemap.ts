import { formatPercent } from '#display/format/number.ts';
import { formatAmount } from '#display/format/unit.ts';
import { textOn } from './colour.ts';
import { measuresOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { oneLine } from './lettering.ts';
import type { Drawn, Picture, Tip } from './picture.ts';
import { stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { amountRows } from './tips.ts';
import { type Branch, treeOf } from './tree.ts';

/** What a branch is, and its share of all. */
export function branchTip(picture: Picture, branch: Branch | undefined, sum: number): Tip | null {
  if (!branch?.name) return null;
  const { look, frame, options } = picture;
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

type Labelled = Branch & { label: object; upperLabel?: object };

function labelled(branch: Branch, picture: Picture, sum: number): Labelled {
  const room = (branch.value / sum) * picture.width * picture.height;
  const measure = measuresOf(picture.frame, picture.options)[0]!;
  const colour = textOn(branch.itemStyle.color);
  return {
    ...branch,
    children: branch.children.map((child) => labelled(child, picture, sum)),
    itemStyle: { ...branch.itemStyle, borderColor: branch.itemStyle.color } as Branch['itemStyle'],
    label: {
      // Where a name has no room it is only in the tooltip.
      show: room > 5200,
      color: colour,
      formatter: () =>
        `{name|${branch.name.replaceAll(/[{}|]/g, ' ')}}\n{value|${formatAmount(branch.value, measure.style, picture.look)}}`,
      rich: {
        name: { fontSize: 12, fontWeight: 600, color: colour, lineHeight: 17 },
        value: { fontSize: 12, color: colour, opacity: 0.85, lineHeight: 17 },
      },
    },
    upperLabel: { color: colour, formatter: () => oneLine(branch.name) },
  };
}

/** Areas as large as their numbers, the parts of a thing inside it. */
export function drawTreemap(picture: Picture): Drawn {
  const { look } = picture;
  const ink = inkOf(look);
  const { branches, sum, notes } = treeOf(picture);
  const isDeep = branches.some(({ children }) => children.length > 0);
  return {
    option: {
      ...stageOf(picture, branches.length),
      tooltip: tooltipFor(picture, 'item', ({ data }) => branchTip(picture, data as Branch | undefined, sum)),
      series: [
        {
          type: 'treemap',
          data: branches.map((branch) => labelled(branch, picture, sum)),
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
