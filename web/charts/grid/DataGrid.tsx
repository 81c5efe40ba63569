import type { Drawing } from '#contract/chart.ts';
import { formatCell } from '#display/format/cell.ts';
import type { Frame } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';

type Props = { frame: Frame; drawing: Drawing; onPick?: ((row: number) => void) | undefined };

const mostRows = 200;

/** An answer as a plain table. */
export function DataGrid({ frame, onPick }: Props) {
  const look = useLook();
  const rows = Array.from({ length: Math.min(frame.values[0]?.length ?? 0, mostRows) }, (_, row) => row);
  return (
    <table>
      <thead>
        <tr>
          {frame.fields.map(({ name, label }) => (
            <th key={name}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row} onClick={() => onPick?.(row)}>
            {frame.fields.map((field, index) => (
              <td key={field.name}>{formatCell(frame.values[index]![row], field, look)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
