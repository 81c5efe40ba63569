import { Problem } from '#contract/errors.ts';
import type { Lineage, LineageEdge, LineageKind, LineageNode } from '#contract/lineage/routes.ts';

type NewNode = Pick<LineageNode, 'kind' | 'id' | 'title'> & Partial<LineageNode>;

/** Builder of a lineage. */
export type LineageGraph = {
  /** Adds a node once; later calls return the same node. */
  add: (node: NewNode) => LineageNode;
  has: (kind: LineageKind, id: string) => boolean;
  list: (kind: LineageKind) => LineageNode[];
  /** Data flows from one node to the other, or is used there through a relation. */
  link: (from: LineageNode, to: LineageNode, relation?: LineageEdge['relation']) => void;
  hide: (count: number) => void;
  /** The nodes that the focus depends on and that depend on the focus, with their edges. */
  around: (focus: LineageNode) => Lineage;
};

const nodeKeyOf = (kind: LineageKind, id: string): string => `${kind} ${id}`;

export function openGraph(): LineageGraph {
  const nodes = new Map<string, LineageNode>();
  const edges = new Map<string, LineageEdge>();
  let hidden = 0;
  return {
    add: (node) => {
      const key = nodeKeyOf(node.kind, node.id);
      const present = nodes.get(key);
      if (present) return present;
      const created = { key, parent: null, cards: [], isLate: false, isVerified: false, ...node };
      nodes.set(key, created);
      return created;
    },
    has: (kind, id) => nodes.has(nodeKeyOf(kind, id)),
    list: (kind) => [...nodes.values()].filter((node) => node.kind === kind),
    link: (from, to, relation = null) =>
      void edges.set(`${from.key} ${to.key}`, { from: from.key, to: to.key, relation }),
    hide: (count) => void (hidden += count),
    around: ({ key }) => {
      if (!nodes.has(key)) throw new Problem('not_found');
      const all = [...edges.values()];
      const keys = new Set([...reachOf(key, all, 'from'), ...reachOf(key, all, 'to')]);
      return {
        focus: key,
        nodes: [...nodes.values()].filter((node) => keys.has(node.key)),
        edges: all.filter(({ from, to }) => keys.has(from) && keys.has(to)),
        hidden,
      };
    },
  };
}

/** Everything that can be reached from a node along the edges, or against them. */
function reachOf(start: string, edges: LineageEdge[], side: 'from' | 'to'): Set<string> {
  const other = side === 'from' ? 'to' : 'from';
  const reached = new Set([start]);
  for (const key of reached) for (const edge of edges) if (edge[side] === key) reached.add(edge[other]);
  return reached;
}
