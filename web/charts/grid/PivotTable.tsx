import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type CellFormat, defaultOptions, type Drawing } from '#contract/chart.ts';
import type { Frame } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './DataGrid.module.css';
import { pivotOf } from './pivot.ts';
import { pivotSheet } from './pivot-sheet.tsx';
import { widthWithin } from './Resizer.tsx';
import { heightFor, SheetView } from './SheetView.tsx';

const noFormats: CellFormat[] = [];

type Props = { frame: Frame; drawing: Drawing; height?: number };

/** An answer by rows and columns, with totals that the engine computed. */
export function PivotTable({ frame, drawing, height }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [widths, setWidths] = useState<Record<string, number>>({});
  const { rows = defaultOptions.rows, subtotals = defaultOptions.subtotals, cells = noFormats } = drawing.options;
  const pivot = useMemo(() => pivotOf(frame, rows), [frame, rows]);
  const { sheet, heads, lines } = useMemo(() => {
    const onToggle = (key: string) => setClosed((now) => toggled(now, key));
    return pivotSheet({ frame, pivot, look, formats: cells, hasSubtotals: subtotals, closed, widths, onToggle, t });
  }, [frame, pivot, look, cells, subtotals, closed, widths, t]);
  const needed = heightFor(lines.length, heads.length + (sheet.foot ? 1 : 0), 2);
  const resize = (column: number, width: number) =>
    setWidths((now) => ({ ...now, [sheet.columns[column]!.key]: widthWithin(width) }));
  return (
    <div className={style['grid']} style={{ height: height && Math.min(height, needed) }}>
      <SheetView
        sheet={sheet}
        heads={heads}
        onPick={({ row, column }) => {
          const line = lines[row];
          if (column === 0 && line && line.children.length > 0) setClosed((now) => toggled(now, line.key));
        }}
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
