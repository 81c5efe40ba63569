import { leavesOf, type Pivot, type PivotNode } from '#display/tables/pivot.ts';
import { cornerOf } from './pivot-columns.ts';
import { type PivotSheetInput, type PivotSlot, textOf } from './pivot-slots.ts';
import style from './PivotTable.module.css';
import type { HeadCell } from './sheet.ts';

/** A head level per column dimension, and one for the measures if there are several. */
export function pivotHeads(input: PivotSheetInput, slots: PivotSlot[]): HeadCell[][] {
  const { pivot, t } = input;
  const { columnFields, measures } = pivot;
  const hasMeasures = measures.length > 1 || columnFields.length === 0;
  const levels = columnFields.length + (hasMeasures ? 1 : 0);
  const corner = (depth: number): HeadCell => ({
    key: 'rows',
    from: 0,
    count: 1,
    content: <Corner pivot={pivot} depth={depth} isLast={depth === levels - 1} />,
  });
  const heads = columnFields.map((field, depth) => [
    corner(depth),
    ...spansOf(pivot, depth, (node) => (node ? textOf(node, field, input) : depth === 0 ? t('grid.total') : '')),
  ]);
  if (hasMeasures) {
    const leaves = slots.map(({ node, measure }, index) => ({
      key: `${node?.key ?? 'total'}:${measure.name}`,
      from: index + 1,
      count: 1,
      content: <Name text={measure.label} description={measure.description} />,
    }));
    heads.push([corner(levels - 1), ...leaves]);
  }
  const hasTotal = slots.some(({ node }) => !node);
  return heads.map((level) => level.filter(({ key }) => hasTotal || key !== 'total'));
}

const Name = ({ text, description }: { text: string; description?: string | undefined }) => (
  <span
    className={style['name']}
    title={description ? `${text}\n${description}` : text}
    dir="auto"
    data-described={description !== undefined}
  >
    {text}
  </span>
);

/** Corner head: the row dimensions; above it, the column dimensions. */
function Corner({ pivot, depth, isLast }: { pivot: Pivot; depth: number; isLast: boolean }) {
  return <Name text={isLast ? cornerOf(pivot) : (pivot.columnFields[depth]?.label ?? '')} />;
}

function spansOf({ columns, measures }: Pivot, depth: number, nameOf: (node: PivotNode | null) => string): HeadCell[] {
  let from = 1;
  const add = (key: string, node: PivotNode | null, leaves: number): HeadCell => {
    const count = leaves * measures.length;
    const cell = { key, from, count, content: <Name text={nameOf(node)} /> };
    from += count;
    return cell;
  };
  const spans = levelOf(columns, depth).map((node) => add(node.key, node, Math.max(leavesOf(node.children).length, 1)));
  return [...spans, add('total', null, 1)];
}

const levelOf = (nodes: PivotNode[], depth: number): PivotNode[] =>
  depth === 0
    ? nodes
    : levelOf(
        nodes.flatMap(({ children }) => children),
        depth - 1,
      );
