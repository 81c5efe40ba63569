import { readCell } from '#contract/cells.ts';
import type { Correction } from '#contract/datasets.ts';
import type { FoundTable } from '#contract/imports.ts';
import { browserZone } from '#web/shell/zone.ts';
import type { PlannedColumn } from './plan.ts';

type Doubt = (line: number, source: number) => boolean;

/** Tells which cells of the first rows do not fit the type of their column and are not put right by themselves. */
export function doubtOf(table: FoundTable, columns: PlannedColumn[], recipe: Correction[] = []): Doubt {
  const found = new Set(table.doubtful.map(([line, source]) => `${line}/${source}`));
  // The reader of files has judged the types it found; those that a person chose are judged here.
  const chosen = new Map(
    columns
      .filter(({ source, type }) => type !== table.columns[source]?.type)
      .map(({ source, type }) => [source, type]),
  );
  const known = new Set(recipe.map(({ column, from }) => JSON.stringify([column, from])));
  const takers = new Map(columns.map(({ source, id }) => [source, id]));
  return (line, source) => {
    const text = table.sample[line]?.[source] ?? '';
    if (known.has(JSON.stringify([takers.get(source), text]))) return false;
    const type = chosen.get(source);
    if (!type) return found.has(`${line}/${source}`);
    return 'reason' in readCell(text, type, { zone: browserZone });
  };
}
