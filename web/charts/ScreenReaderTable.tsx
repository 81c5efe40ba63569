import { memo } from 'react';

import { formatCell } from '#display/format/cell.ts';
import type { Frame, Look } from '#display/frame.ts';
import style from './ScreenReaderTable.module.css';

type ScreenReaderTableProps = { frame: Frame; look: Look; title: string };

const maxRows = 100;

/** The data of a chart as a table for screen readers. */
export const ScreenReaderTable = memo(function ScreenReaderTable({ frame, look, title }: ScreenReaderTableProps) {
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
