import { memo, useDeferredValue } from 'react';

import { formatCell } from '#display/format/cell.ts';
import type { Frame, Look } from '#display/frame.ts';
import style from './SpokenTable.module.css';

type Props = { frame: Frame; look: Look; title: string };

const mostRows = 100;

/** The numbers of a picture as a table, for screen readers: it comes when all pictures are drawn. */
export function SpokenTable({ frame, look, title }: Props) {
  return <Table frame={useDeferredValue(frame)} look={look} title={title} />;
}

const Table = memo(function Table({ frame, look, title }: Props) {
  const rows = Array.from({ length: Math.min(frame.values[0]?.length ?? 0, mostRows) }, (_, row) => row);
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
