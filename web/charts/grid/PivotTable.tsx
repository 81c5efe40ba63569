import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type CellFormat, defaultOptions, type Drawing } from '#contract/chart.ts';
import type { Mark, Point } from '#contract/dashboard.ts';
import type { Field, Frame } from '#display/frame.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './DataGrid.module.css';
import { type Pivot, pivotOf, type PivotNode, valuesOf } from '#display/tables/pivot.ts';
import { pivotSheet } from './pivot-sheet.tsx';
import { widthWithin } from './Resizer.tsx';
import { heightFor, SheetView } from './SheetView.tsx';

const noFormats: CellFormat[] = [];

type Props = { frame: Frame; drawing: Drawing; height?: number; picked?: Point[]; onPick?: PickHandler | undefined };

const none: Point[] = [];

/** An answer by rows and columns, with totals that the engine computed. */
export function PivotTable({ frame, drawing, height, picked = none, onPick }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [widths, setWidths] = useState<Record<string, number>>({});
  const { rows = defaultOptions.rows, subtotals = defaultOptions.subtotals, cells = noFormats } = drawing.options;
  const pivot = useMemo(() => pivotOf(frame, rows), [frame, rows]);
  const { sheet, heads, lines, slots } = useMemo(() => {
    const onToggle = (key: string) => setClosed((now) => toggled(now, key));
    return pivotSheet({ frame, pivot, look, formats: cells, hasSubtotals: subtotals, closed, widths, onToggle, t });
  }, [frame, pivot, look, cells, subtotals, closed, widths, t]);
  const shown = useMemo(() => {
    const isFaint = (row: number) => !picked.some((point) => isOfLine(pivot, lines[row]!, point));
    return picked.length > 0 ? { ...sheet, isFaint } : sheet;
  }, [sheet, lines, pivot, picked]);
  const needed = heightFor(lines.length, heads.length + (sheet.foot ? 1 : 0), 2);
  const resize = (column: number, width: number) =>
    setWidths((now) => ({ ...now, [sheet.columns[column]!.key]: widthWithin(width) }));
  return (
    <div className={style['grid']} style={{ height: height && Math.min(height, needed) }}>
      <SheetView
        sheet={shown}
        heads={heads}
        onOpen={({ row, column }) => {
          const line = lines[row];
          if (column > 0 || !line || line.children.length === 0) return false;
          setClosed((now) => toggled(now, line.key));
          return true;
        }}
        onPick={
          onPick &&
          (({ row, column }, how) => {
            const point = pointOf(pivot, lines[row], column === 0 ? null : slots[column - 1]!.node);
            if (point) onPick(point, how);
          })
        }
        onResize={resize}
      />
    </div>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** What a cell stands for: the values of its line, and of its column unless that is the total. */
function pointOf(pivot: Pivot, line: PivotNode | undefined, column: PivotNode | null): Point | undefined {
  const marks = [
    ...(line ? marksOf(pivot.rowFields, line) : []),
    ...(column ? marksOf(pivot.columnFields, column) : []),
  ];
  if (line?.isRest || column?.isRest || marks.length === 0) return undefined;
  return marks.every(([, mark]) => mark === null || typeof mark !== 'object') ? Object.fromEntries(marks) : undefined;
}

const marksOf = (fields: Field[], node: PivotNode): [string, Mark][] =>
  valuesOf(node).map((value, index) => [fields[index]!.name, value as Mark]);

/** Whether a line shows something of a point: what they both name is equal. */
function isOfLine({ rowFields }: Pivot, line: PivotNode, point: Point): boolean {
  return marksOf(rowFields, line).every(([name, mark]) => !(name in point) || point[name] === mark);
}
