import { type Lineage, type LineageKind, lineageKinds, type LineageNode } from '#contract/lineage/routes.ts';

/** A column of boxes; columns go from left to right in the direction of the data. */
export type LineageColumn = { stage: number; kinds: LineageKind[]; boxes: LineageBox[]; more: number };
/** `cards` are the visible cards, `moreCards` the number of the others. */
export type LineageBox = { node: LineageNode; cards: LineageNode['cards']; moreCards: number };

/** Keys of expanded columns and dashboards. */
export type ExpandedNodes = ReadonlySet<string>;

const maxBoxes = 10;
const maxBoxCards = 3;

const firstStage: Record<LineageKind, number> = {
  application: 0,
  dataset: 1,
  extract: 2,
  metric: 2,
  dashboard: 3,
  chart: 3,
  alert: 4,
  report: 4,
  share: 4,
};
const queryKinds = new Set<LineageKind>(['dashboard', 'chart']);
const deliveryKinds = new Set<LineageKind>(['alert', 'report', 'share']);

/** Relations may form cycles: removes the edges that close one. */
function withoutCycles(nodes: LineageNode[], edges: Lineage['edges']): Lineage['edges'] {
  const closing = new Set<Lineage['edges'][number]>();
  const done = new Set<string>();
  const visit = (key: string, above: Set<string>) => {
    const path = new Set([...above, key]);
    for (const edge of edges.filter(({ from }) => from === key)) {
      if (path.has(edge.to)) closing.add(edge);
      else if (!done.has(edge.to)) visit(edge.to, path);
    }
    done.add(key);
  };
  for (const { key } of nodes) if (!done.has(key)) visit(key, new Set());
  return edges.filter((edge) => !closing.has(edge));
}

/** The column of each node: after everything that feeds it, and nodes of a kind side by side. */
function stagesOf({ nodes, edges }: Lineage): Map<string, number> {
  const stages = new Map(nodes.map(({ key, kind }) => [key, firstStage[kind]]));
  const forwards = withoutCycles(nodes, edges);
  // Each round moves data one edge further; without cycles there are fewer rounds than nodes.
  for (let round = 0, isChanged = true; isChanged && round < nodes.length; round++) {
    isChanged = false;
    for (const { from, to } of forwards) {
      if (stages.get(to)! > stages.get(from)!) continue;
      stages.set(to, stages.get(from)! + 1);
      isChanged = true;
    }
  }
  const align = (kinds: Set<LineageKind>, minStage: number) => {
    const keys = nodes.filter(({ kind }) => kinds.has(kind)).map(({ key }) => key);
    const stage = Math.max(minStage, ...keys.map((key) => stages.get(key)!));
    for (const key of keys) stages.set(key, stage);
    return keys.length > 0 ? stage + 1 : minStage;
  };
  align(deliveryKinds, align(queryKinds, 0));
  return stages;
}

function boxOf(node: LineageNode, expanded: ExpandedNodes): LineageBox {
  // One more card takes as much space as the button for more cards.
  const isShort = node.cards.length <= maxBoxCards + 1;
  const cards = isShort || expanded.has(node.key) ? node.cards : node.cards.slice(0, maxBoxCards);
  return { node, cards, moreCards: node.cards.length - cards.length };
}

/** The key of a column when it is expanded. */
export const columnNameOf = ({ stage }: Pick<LineageColumn, 'stage'>): string => `column ${stage}`;

/** The columns of a lineage, without empty ones. */
export function columnsOf(lineage: Lineage, expanded: ExpandedNodes): LineageColumn[] {
  const stages = stagesOf(lineage);
  const numbers = [...new Set(stages.values())].toSorted((a, b) => a - b);
  return numbers.map((stage) => {
    const isFocus = ({ key }: LineageNode) => key === lineage.focus;
    const all = lineage.nodes.filter(({ key }) => stages.get(key) === stage);
    const kinds = lineageKinds.filter((kind) => all.some((node) => node.kind === kind));
    const sorted = kinds.flatMap((kind) => all.filter((node) => node.kind === kind));
    // The end of a long column is collapsed, so the focus comes first.
    const nodes = [...sorted.filter(isFocus), ...sorted.filter((node) => !isFocus(node))];
    const isOpen = nodes.length <= maxBoxes + 1 || expanded.has(columnNameOf({ stage }));
    const visible = isOpen ? nodes : nodes.slice(0, maxBoxes);
    return { stage, kinds, boxes: visible.map((node) => boxOf(node, expanded)), more: nodes.length - visible.length };
  });
}

/** Sizes in pixels. Every box has a height that follows from its content, so nothing needs to be measured. */
export const sizes = { head: 40, card: 26, gap: 12, heading: 32, more: 32, curve: 56, padding: 6 } as const;

const heightOf = ({ cards, moreCards }: LineageBox): number =>
  sizes.head + (cards.length + (moreCards > 0 ? 1 : 0)) * sizes.card + (cards.length > 0 ? sizes.padding : 0);

/** A column with the top offsets of its boxes; columns are centred vertically. */
export type PlacedLineageColumn = LineageColumn & { tops: number[]; bottom: number };

const contentHeightOf = ({ boxes, more }: LineageColumn): number =>
  boxes.reduce((sum, box) => sum + heightOf(box) + sizes.gap, 0) + (more > 0 ? sizes.more : 0);

export function placeColumns(columns: LineageColumn[]): { columns: PlacedLineageColumn[]; height: number } {
  const height = Math.max(...columns.map(contentHeightOf)) + sizes.heading;
  const placed = columns.map((column) => {
    let next = sizes.heading + (height - sizes.heading - contentHeightOf(column)) / 2;
    const tops = column.boxes.map((box) => {
      const top = next;
      next += heightOf(box) + sizes.gap;
      return top;
    });
    return { ...column, tops, bottom: next };
  });
  return { columns: placed, height };
}

/** Everything that a node depends on or that depends on it, with itself. */
export function relatedTo(key: string, edges: Lineage['edges']): Set<string> {
  const reach = (side: 'from' | 'to') => {
    const reached = new Set([key]);
    for (const each of reached)
      for (const edge of edges) if (edge[side] === each) reached.add(edge[side === 'from' ? 'to' : 'from']);
    return reached;
  };
  return new Set([...reach('from'), ...reach('to')]);
}
