import type { Drawing } from '#contract/chart.ts';
import type { Frame } from '#display/frame.ts';
import { DataGrid } from './DataGrid.tsx';

type Props = { frame: Frame; drawing: Drawing };

export function PivotTable({ frame, drawing }: Props) {
  return <DataGrid frame={frame} drawing={drawing} />;
}
