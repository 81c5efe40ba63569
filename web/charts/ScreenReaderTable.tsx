import { memo } from 'react';

import { formatCell } from '#display/format/cell.ts';
import type { Frame, Look } from '#display/frame.ts';
import style from './ScreenReaderTable.module.css';
import { useValueWhenDrawn } from './use-value-when-drawn.ts';

type ScreenReaderTableProps = { frame: Frame; look: Look; title: string };

const maxRows = 100;

/** The data of a chart as a table for screen readers, rendered after the charts. */
export function ScreenReaderTable({ frame, look, title }: ScreenReaderTableProps) {
  const drawnFrame = useValueWhenDrawn<Frame | null>(frame, null);
  return drawnFrame && <Table frame={drawnFrame} look={look} title={title} />;
}

const Table = memo(function Table({ frame, look, title }: ScreenReaderTableProps) {
  const rows = Array.from({ length: Math.min(frame.values[0]?.length ?? 0, maxRows) }, (_, row) => row);
  return (
    <div className={style['spoken']}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {frame.fields.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {frame.fields.map((field, index) => (
                <td key={field.name}>{formatCell(frame.values[index]?.[row], field, look)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
