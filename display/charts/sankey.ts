import { amountOf } from '#display/format/amount.ts';
import { colourKeyOf, dimensionsOf, isRest, measuresOf, rowCountOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { clip } from './text-width.ts';
import { coloursOf } from './palette.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { itemName } from './series-layout.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';

type SankeyNode = {
  name: string;
  title: string;
  value: unknown;
  isRest: boolean;
  level: number;
  amount: number;
  base: number;
};
type SankeyLink = { source: string; target: string; value: number; base: number; row: number };

const maxLinks = 300;

/** Links from each value of a dimension to those of the next. */
function flowsOf({ frame, options, look }: DrawInput): { nodes: SankeyNode[]; links: SankeyLink[]; notes: string[] } {
  const dimensions = dimensionsOf(frame);
  const { values, base } = measuresOf(frame, options)[0]!;
  const nodes = new Map<string, SankeyNode>();
  const links = new Map<string, SankeyLink>();
  let leftOut = 0;
  const nodeAt = (row: number, level: number, amount: number) => {
    const before = amountOf(base?.[row]) ?? 0;
    const column = dimensions[level]!;
    const value = column.values[row];
    const item = { value, isRest: isRest(frame, row) && (value === null || value === undefined) };
    // The same name on several levels is several nodes.
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
  const largest = [...links.values()].toSorted((a, b) => b.value - a.value).slice(0, maxLinks);
  const used = new Set(largest.flatMap(({ source, target }) => [source, target]));
  const texts = chartTexts[look.language];
  const more = links.size > maxLinks ? [texts.largestItems(maxLinks, links.size)] : [];
  return {
    nodes: [...nodes.values()].filter(({ name }) => used.has(name)),
    links: largest,
    notes: leftOut > 0 ? [...more, texts.negativeLeftOut(leftOut)] : more,
  };
}

export function drawSankey(input: DrawInput): RenderedChart {
  const { look, width, frame, options } = input;
  const ink = inkOf(look);
  const { nodes, links, notes } = flowsOf(input);
  const measure = measuresOf(frame, options)[0]!;
  const dimensions = dimensionsOf(frame);
  const colours = coloursOf(
    nodes.map(({ value, isRest: rest }) => ({ value, isRest: rest })),
    look,
    colourKeyOf(dimensions),
  );
  const labelWidth = Math.min(150, width * 0.22);
  const titles = new Map(nodes.map(({ name, title }) => [name, title]));
  return {
    option: {
      ...baseOptionOf(input, links.length),
      tooltip: tooltipFor(input, 'item', ({ data, dataType }) => {
        const tipRowsOf = (value: number, base: number) => amountRows(measure, { colour: null, value, base }, look);
        if (dataType === 'edge') {
          const { source, target, value, base } = data as SankeyLink;
          return { title: `${titles.get(source)} → ${titles.get(target)}`, rows: tipRowsOf(value, base) };
        }
        const node = nodes.find(({ name }) => name === (data as SankeyNode).name);
        return node ? { title: node.title, rows: tipRowsOf(node.amount, node.base) } : null;
      }),
      series: [
        {
          type: 'sankey',
          left: 4,
          right: labelWidth,
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
            label: { position: 'right' },
          })),
          links: links.map((link) => ({ ...link })),
          emphasis: { focus: 'adjacency' },
          lineStyle: { color: 'source', opacity: look.theme === 'dark' ? 0.32 : 0.26, curveness: 0.5 },
          label: {
            color: ink.text,
            fontSize: 12,
            formatter: ({ name }: { name: string }) => clip(titles.get(name) ?? '', labelWidth - 8, 12),
          },
        },
      ],
    },
    rows: [],
    notes,
  };
}
