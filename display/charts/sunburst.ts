import { textOn } from './colour.ts';
import { inkOf } from './ink.ts';
import { clip } from './text-width.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { type TreeBranch, treeOf } from './tree.ts';
import { branchTip } from './treemap.ts';

const depthOf = (branches: TreeBranch[]): number =>
  branches.length === 0 ? 0 : 1 + Math.max(...branches.map(({ children }) => depthOf(children)));

/** Concentric rings, each showing the parts of the one inside. */
export function drawSunburst(input: DrawInput): RenderedChart {
  const { look, width, height } = input;
  const ink = inkOf(look);
  const { branches, sum, notes } = treeOf(input);
  const depth = Math.max(1, depthOf(branches));
  const radius = Math.min(width, height) / 2 - 4;
  const hole = radius * 0.15;
  const ring = (radius - hole) / depth;
  const withLabel = (branch: TreeBranch): object => ({
    ...branch,
    children: branch.children.map(withLabel),
    label: { color: textOn(branch.itemStyle.color), formatter: () => clip(branch.name, ring - 4, 11) },
  });
  return {
    option: {
      ...baseOptionOf(input, branches.length),
      tooltip: tooltipFor(input, 'item', ({ data }) => branchTip(input, data as TreeBranch | undefined, sum)),
      series: [
        {
          type: 'sunburst',
          data: branches.map(withLabel),
          radius: [hole, radius],
          center: ['50%', '50%'],
          nodeClick: false,
          sort: 'desc',
          itemStyle: { borderColor: ink.surface, borderWidth: 1.5, borderRadius: 3 },
          emphasis: { focus: 'ancestor' },
          label: { fontSize: 11, rotate: 'radial', minAngle: 9, overflow: 'truncate' },
          levels: [
            {},
            ...Array.from({ length: depth }, (_, level) => ({
              r0: hole + level * ring,
              r: hole + (level + 1) * ring - 1,
            })),
          ],
        },
      ],
    },
    rows: [],
    notes,
  };
}
