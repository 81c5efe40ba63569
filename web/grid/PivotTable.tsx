import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type CellFormat, defaultOptions, type Drawing } from '#domain/query/chart.ts';
import type { PointValue, ChartPoint } from '#domain/dashboard/dashboard.ts';
import type { Field, Frame } from '#display/frame.ts';
import type { PickHandler } from './pick-handler.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './DataGrid.module.css';
import { type Pivot, pivotOf, type PivotNode, valuesOf } from '#display/tables/pivot.ts';
import { pivotSheet } from './pivot-sheet.tsx';
import { clampWidth } from './sheet.ts';
import { heightFor, SheetView } from './SheetView.tsx';

const noFormats: CellFormat[] = [];

type PivotTableProps = {
  frame: Frame;
  drawing: Drawing;
  height?: number;
  picked?: ChartPoint[];
  onPick?: PickHandler | undefined;
};

const noPoints: ChartPoint[] = [];

/** A result by rows and columns, with totals computed by the engine. */
export function PivotTable({ frame, drawing, height, picked = noPoints, onPick }: PivotTableProps) {
  const { t } = useTranslation();
  const look = useLook();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [widths, setWidths] = useState<Record<string, number>>({});
  const { rows = defaultOptions.rows, subtotals = defaultOptions.subtotals, cells = noFormats } = drawing.options;
  const pivot = useMemo(() => pivotOf(frame, rows), [frame, rows]);
  const { sheet, heads, lines, slots } = useMemo(() => {
    const onToggle = (key: string) => setClosed((now) => toggleKey(now, key));
    return pivotSheet({ frame, pivot, look, formats: cells, hasSubtotals: subtotals, closed, widths, onToggle, t });
  }, [frame, pivot, look, cells, subtotals, closed, widths, t]);
  const emphasised = useMemo(() => {
    const isFaint = (row: number) => !picked.some((point) => matchesLine(pivot, lines[row]!, point));
    return picked.length > 0 ? { ...sheet, isFaint } : sheet;
  }, [sheet, lines, pivot, picked]);
  const fullHeight = heightFor(lines.length, heads.length + (sheet.hasTotals ? 1 : 0), 2);
  const resize = (column: number, width: number) =>
    setWidths((now) => ({ ...now, [sheet.columns[column]!.key]: clampWidth(width) }));
  return (
    <div className={style['grid']} style={{ height: height && Math.min(height, fullHeight) }}>
      <SheetView
        sheet={emphasised}
        heads={heads}
        onOpen={({ row, column }) => {
          const line = lines[row];
          if (column > 0 || !line || line.children.length === 0) return false;
          setClosed((now) => toggleKey(now, line.key));
          return true;
        }}
        onPick={
          onPick &&
          (({ row, column }, options) => {
            const point = pointOf(pivot, lines[row], column === 0 ? null : slots[column - 1]!.node);
            if (point) onPick(point, options);
          })
        }
        onResize={resize}
      />
    </div>
  );
}

function toggleKey(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The point of a cell: the values of its row, and of its column unless that is the total. */
function pointOf(pivot: Pivot, line: PivotNode | undefined, column: PivotNode | null): ChartPoint | undefined {
  const marks = [
    ...(line ? marksOf(pivot.rowFields, line) : []),
    ...(column ? marksOf(pivot.columnFields, column) : []),
  ];
  if (line?.isRest || column?.isRest || marks.length === 0) return undefined;
  return marks.every(([, mark]) => mark === null || typeof mark !== 'object') ? Object.fromEntries(marks) : undefined;
}

const marksOf = (fields: Field[], node: PivotNode): [string, PointValue][] =>
  valuesOf(node).map((value, index) => [fields[index]!.name, value as PointValue]);

/** Whether a line belongs to a point: their shared dimensions are equal. */
function matchesLine({ rowFields }: Pivot, line: PivotNode, point: ChartPoint): boolean {
  return marksOf(rowFields, line).every(([name, mark]) => !(name in point) || point[name] === mark);
}
