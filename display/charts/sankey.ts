import { amountOf } from '#display/format/amount.ts';
import { colouredBy, dimensionsOf, isRest, measuresOf, rowCountOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { clip } from './lettering.ts';
import { coloursOf } from './palette.ts';
import type { Drawn, Picture } from './picture.ts';
import { itemName } from './series.ts';
import { stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { amountRows } from './tips.ts';

type Node = {
  name: string;
  title: string;
  value: unknown;
  isRest: boolean;
  level: number;
  amount: number;
  base: number;
};
type Link = { source: string; target: string; value: number; base: number; row: number };

const mostLinks = 300;

/** From each value of a dimension to those of the next, as wide as their number. */
function flowsOf({ frame, options, look }: Picture): { nodes: Node[]; links: Link[]; notes: string[] } {
  const dimensions = dimensionsOf(frame);
  const { values, base } = measuresOf(frame, options)[0]!;
  const nodes = new Map<string, Node>();
  const links = new Map<string, Link>();
  let leftOut = 0;
  const nodeAt = (row: number, level: number, amount: number) => {
    const before = amountOf(base?.[row]) ?? 0;
    const column = dimensions[level]!;
    const value = column.values[row];
    const item = { value, isRest: isRest(frame, row) && (value === null || value === undefined) };
    // The same name may stand on several levels: those are not the same node.
    const name = `${level}:${itemName(item, column, look)}`;
    const node = nodes.get(name) ?? { name, title: itemName(item, column, look), ...item, level, amount: 0, base: 0 };
    node.amount += amount;
    node.base += before;
    nodes.set(name, node);
    return name;
  };
  for (let row = 0; row < rowCountOf(frame); row += 1) {
    const amount = amountOf(values[row]) ?? 0;
    if (amount <= 0) {
      leftOut += 1;
      continue;
    }
    const path = dimensions.map((_, level) => nodeAt(row, level, amount));
    path.slice(1).forEach((target, index) => {
      const source = path[index]!;
      const key = `${source}\n${target}`;
      const link = links.get(key) ?? { source, target, value: 0, base: 0, row };
      link.value += amount;
      link.base += amountOf(base?.[row]) ?? 0;
      links.set(key, link);
    });
  }
  const largest = [...links.values()].toSorted((a, b) => b.value - a.value).slice(0, mostLinks);
  const used = new Set(largest.flatMap(({ source, target }) => [source, target]));
  const say = chartTexts[look.language];
  const more = links.size > mostLinks ? [say.largestItems(mostLinks, links.size)] : [];
  return {
    nodes: [...nodes.values()].filter(({ name }) => used.has(name)),
    links: largest,
    notes: leftOut > 0 ? [...more, say.negativeLeftOut(leftOut)] : more,
  };
}

export function drawSankey(picture: Picture): Drawn {
  const { look, width, frame, options } = picture;
  const ink = inkOf(look);
  const { nodes, links, notes } = flowsOf(picture);
  const measure = measuresOf(frame, options)[0]!;
  const dimensions = dimensionsOf(frame);
  const levels = dimensions.length;
  const colours = coloursOf(
    nodes.map(({ value, isRest: rest }) => ({ value, isRest: rest })),
    look,
    colouredBy(dimensions),
  );
  const room = Math.min(150, width * 0.22);
  const titles = new Map(nodes.map(({ name, title }) => [name, title]));
  return {
    option: {
      ...stageOf(picture, links.length),
      tooltip: tooltipFor(picture, 'item', ({ data, dataType }) => {
        const say = (value: number, base: number) => amountRows(measure, { colour: null, value, base }, look);
        if (dataType === 'edge') {
          const { source, target, value, base } = data as Link;
          return { title: `${titles.get(source)} → ${titles.get(target)}`, rows: say(value, base) };
        }
        const node = nodes.find(({ name }) => name === (data as Node).name);
        return node ? { title: node.title, rows: say(node.amount, node.base) } : null;
      }),
      series: [
        {
          type: 'sankey',
          left: 4,
          right: room,
          top: 6,
          bottom: 6,
          nodeWidth: 12,
          nodeGap: 10,
          draggable: false,
          layoutIterations: 48,
          data: nodes.map((node, index) => ({
            name: node.name,
            depth: node.level,
            itemStyle: { color: colours[index]!, borderWidth: 0 },
            label: { position: node.level === levels - 1 ? 'right' : 'right' },
          })),
          links: links.map((link) => ({ ...link })),
          emphasis: { focus: 'adjacency' },
          lineStyle: { color: 'source', opacity: look.theme === 'dark' ? 0.32 : 0.26, curveness: 0.5 },
          label: {
            color: ink.text,
            fontSize: 12,
            formatter: ({ name }: { name: string }) => clip(titles.get(name) ?? '', room - 8, 12),
          },
        },
      ],
    },
    rows: [],
    notes,
  };
}
