import { textOn } from './colour.ts';
import { inkOf } from './ink.ts';
import { clip } from './lettering.ts';
import type { Drawn, Picture } from './picture.ts';
import { stageOf, tooltipFor } from './stage.ts';
import { type Branch, treeOf } from './tree.ts';
import { branchTip } from './treemap.ts';

const depthOf = (branches: Branch[]): number =>
  branches.length === 0 ? 0 : 1 + Math.max(...branches.map(({ children }) => depthOf(children)));

/** Rings around each other, each the parts of the one inside. */
export function drawSunburst(picture: Picture): Drawn {
  const { look, width, height } = picture;
  const ink = inkOf(look);
  const { branches, sum, notes } = treeOf(picture);
  const depth = Math.max(1, depthOf(branches));
  const radius = Math.min(width, height) / 2 - 4;
  const hole = radius * 0.15;
  const ring = (radius - hole) / depth;
  const withLabel = (branch: Branch): object => ({
    ...branch,
    children: branch.children.map(withLabel),
    label: { color: textOn(branch.itemStyle.color), formatter: () => clip(branch.name, ring - 4, 11) },
  });
  return {
    option: {
      ...stageOf(picture, branches.length),
      tooltip: tooltipFor(picture, 'item', ({ data }) => branchTip(picture, data as Branch | undefined, sum)),
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
