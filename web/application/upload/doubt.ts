import { readCell } from '#contract/cells.ts';
import type { FoundTable } from '#contract/imports.ts';
import { browserZone } from '#web/shell/zone.ts';
import type { PlannedColumn } from './plan.ts';

/** Tells which cells of the first rows do not fit the type of their column. */
export function doubtOf(table: FoundTable, columns: PlannedColumn[]): (line: number, source: number) => boolean {
  const found = new Set(table.doubtful.map(([line, source]) => `${line}/${source}`));
  // The reader of files has judged the types it found; those that a person chose are judged here.
  const chosen = new Map(
    columns
      .filter(({ source, type }) => type !== table.columns[source]?.type)
      .map(({ source, type }) => [source, type]),
  );
  return (line, source) => {
    const type = chosen.get(source);
    if (!type) return found.has(`${line}/${source}`);
    const text = table.sample[line]?.[source] ?? '';
    return 'reason' in readCell(text, type, { zone: browserZone });
  };
}
